import type { EncodedSourceMap } from '@jridgewell/trace-mapping'

export function ownSources(map: EncodedSourceMap, texts: Map<string, string>): EncodedSourceMap

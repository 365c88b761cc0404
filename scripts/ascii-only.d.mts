import type { EncodedSourceMap } from '@jridgewell/trace-mapping'

export function asciiOnly(code: string, map: EncodedSourceMap): { code: string; map: EncodedSourceMap }

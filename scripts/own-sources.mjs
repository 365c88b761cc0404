import { decodedMappings, encodedMappings, TraceMap } from '@jridgewell/trace-mapping'

/**
 * Our own sources by their path in the repository; `texts` gets what they hold, which maps share. Code of packages is to
 * be had elsewhere, and would be most of a map.
 */
export function ownSources(map, texts) {
  const paths = map.sources.map((source) => source.replace(/^\.\.\//, ''))
  const own = [...paths.keys()].filter((at) => paths[at].startsWith('src/'))
  const places = new Map(own.map((at, place) => [at, place]))
  const mappings = decodedMappings(new TraceMap(map)).map((segments) => ownSegments(segments, places))
  const sources = own.map((at) => paths[at])
  for (const at of own) texts.set(paths[at], map.sourcesContent[at])
  const made = { ...map, sources, sourcesContent: undefined, names: [] }
  return { ...made, mappings: encodedMappings(new TraceMap({ ...made, mappings })) }
}

/** Where code of a package begins stands a mark that leads nowhere, so that it does not count to what stands before it. */
function ownSegments(segments, places) {
  const own = segments.map(([column, source, line, at]) =>
    places.has(source) ? [column, places.get(source), line, at] : [column],
  )
  return own.filter((segment, at) => segment.length > 1 || own[at - 1]?.length !== 1)
}

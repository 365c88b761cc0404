import { decodedMappings, encodedMappings, TraceMap } from '@jridgewell/trace-mapping'

const other = /[^\x00-\x7f]/g
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Writes every other character as an escape. They are left in regular expressions alone, and in the raw texts of which
 * some are made, where an escape means the same. What stands behind one moves to the right, and so it does in the map.
 */
export function asciiOnly(code, map) {
  const lines = code.split('\n').map((line) => [...line.matchAll(other)].map(({ index }) => index))
  const mappings = decodedMappings(new TraceMap(map)).map((segments, at) => moved(segments, lines[at] ?? []))
  return {
    code: code.replace(other, escaped),
    map: { ...map, mappings: encodedMappings(new TraceMap({ ...map, mappings })) },
  }
}

/** Both are in the order of their columns. */
function moved(segments, columns) {
  let before = 0
  return segments.map(([column, ...rest]) => {
    while (before < columns.length && columns[before] < column) before += 1
    return [column + before * (escaped(' ').length - 1), ...rest]
  })
}

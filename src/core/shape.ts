import { normalise, withoutEnd } from './text.ts'

const uuids = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/g
const timestamps = /\b\d{4}-\d{2}-\d{2}(?:[t ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?z\b|[+-]\d{2}:?\d{2})?)?/g

/**
 * What is left of an answer when everything that changes by itself is out: numbers, clock times, ids, spinners and
 * punctuation. Numbers may be progress, so answers of one shape alone never prove that nothing moved.
 */
export function answerShape(text: string): string {
  return normalise(text)
    .replace(uuids, '0')
    .replace(timestamps, '0')
    .replace(/\b(?=[0-9a-f]*[0-9])[0-9a-f][0-9a-f-]{3,}\b/g, '0')
    .replace(/\p{N}+/gu, '0')
    .replace(/[^\p{L}\p{M}0]+/gu, ' ')
    .replace(/0(?: ?0)+/g, '0')
    .trim()
}

/** One form for questions that differ only in case, spaces or closing punctuation. */
export function questionShape(question: string): string {
  return withoutEnd(normalise(question), ' .?!:…')
}

const colours = /\u001b\[[0-9;]*m/g
const identifiers = /\b(?=[a-f]*\d)[0-9a-f]{7,}\b/g
const positions = /:\d+(?::\d+)*(?:\.\d+)?/g
const durations = /\b\d+(?:[.,]\d+)?\s?(?:ns|µs|us|ms|s|secs?|seconds?|m|mins?|minutes?)\b/g

/**
 * What is left of a command's output when times, ids and positions in files are out: an edit moves lines, and each run
 * takes another time. Other numbers stay, since fewer failures are progress.
 */
export function resultShape(output: string): string {
  return normalise(output.replace(colours, ''))
    .replace(timestamps, '#')
    .replace(uuids, '#')
    .replace(identifiers, '#')
    .replace(positions, ':#')
    .replace(durations, '#')
}

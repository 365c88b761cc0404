/** What a JSON text says; or the line where it is at fault, from 1, null if that cannot be told. */
export type Parsed = { ok: true; value: unknown } | { ok: false; line: number | null }

/**
 * Strings are tried first, so that nothing inside them counts as a comment or a comma. One without an end goes to the end
 * of its line: else it would be looked for again from each quote in it.
 */
const string = String.raw`"(?:[^"\\\n]|\\.)*"?`
const comments = new RegExp(String.raw`${string}|//[^\n\r]*|/\*[\s\S]*?(?:\*/|$)`, 'g')
const commas = new RegExp(String.raw`${string}|,(?=\s*[}\]])`, 'g')

/**
 * Reads a JSON text that may have comments, and commas before a closing bracket, as OpenCode reads its settings. The
 * words of the fault are left out: they quote the text, where secrets may stand.
 */
export function parseJsonc(text: string): Parsed {
  const blank = (token: string): string => (token.startsWith('"') ? token : token.replace(/[^\n]/g, ' '))
  const plain = text
    .replace(/^\uFEFF/, ' ')
    .replace(comments, blank)
    .replace(commas, blank)
  try {
    return { ok: true, value: JSON.parse(plain) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const position = /position (\d+)/.exec(error.message)?.[1]
    return { ok: false, line: position === undefined ? null : plain.slice(0, Number(position)).split('\n').length }
  }
}

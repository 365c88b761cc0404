/** A value as JSON that says the same and shows what nobody could see as an escape, so that a terminal may have it. */
export const jsonText = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped)}\n`

const escaped = (letter: string): string =>
  Array.from({ length: letter.length }, (_, at) => `\\u${letter.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

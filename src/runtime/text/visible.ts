/**
 * A text with everything that a reader could not see, or that would reorder what he sees, shown as an
 * escape: control characters, a return without its line feed among them, bidirectional overrides and isolates,
 * zero-width characters. What honest right-to-left text, emoji and Indic scripts need stays.
 */
export function visible(text: string): string {
  return text
    .replace(/\x1b\[/g, '\\x1b[')
    .replace(/\r(?!\n)/g, '\\r')
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, (letter) => hexadecimal(letter, 'x', 2))
    .replace(/[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\u00ad]/g, escaped)
    .replace(/(?<![^\u0000-\u02ff])[\u200c-\u200f\u061c]|[\u200c-\u200f\u061c](?=[\u0000-\u02ff]|$)/g, escaped)
    .replace(/[\u{e0000}-\u{e007f}]/gu, (letter) => `\\u{${letter.codePointAt(0)?.toString(16)}}`)
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, escaped)
}

/** A text on one line, with its breaks and tabs shown. */
export function oneLine(text: string): string {
  return visible(text.replace(/\r\n|\r|\n|\u2028|\u2029|\u0085/g, ' ⏎ ').replace(/\t/g, ' ')).trim()
}

const hexadecimal = (letter: string, prefix: string, digits: number): string =>
  `\\${prefix}${letter.charCodeAt(0).toString(16).padStart(digits, '0')}`

const escaped = (letter: string): string => hexadecimal(letter, 'u', 4)

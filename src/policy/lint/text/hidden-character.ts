import type { SourceCheck } from './source-check.ts'

/** Control characters, marks that change the order of the text, and what takes no room. Joiners of emoji are no harm. */
const hidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

/** Characters by which a text is not what it looks like, the first of each line. */
export const hiddenCharacter: SourceCheck = {
  code: 'hidden-character',
  run: ({ text, isTemplate }) => {
    const help = isTemplate ? 'remove it' : 'remove it, or write it as an escape in double quotes'
    let checked = -1
    return [...text.matchAll(hidden)].flatMap(({ index, 0: sign }) => {
      if (index <= checked) return []
      const end = text.indexOf('\n', index)
      checked = end < 0 ? text.length : end
      const message = `There is a character here that cannot be seen, ${nameOf(sign)}: ${help}`
      return [{ offset: index, message }]
    })
  },
}

function nameOf(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

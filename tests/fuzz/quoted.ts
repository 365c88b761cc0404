import fc from 'fast-check'
import { readLine } from '../../src/core/operators/shell/line.ts'

/** Texts of any characters, and of such as mean something to a shell. */
const text = fc
  .oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc
      .array(
        fc.constantFrom(
          ...[...' \t\n\r\'"\\$`*?[]{}()<>|&;#~!=-+@%^:,./a0'],
          ...['$(', '${', '$((', '<<', '\\\n', 'x=', '\u0301'],
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  )
  .filter((one) => !one.includes('\0'))

/** The ways in which a shell lets a text be one word. */
const ways: readonly ((word: string) => string)[] = [
  (word) => `'${word.replaceAll("'", String.raw`'\''`)}'`,
  (word) => `"${word.replace(/["\\$`]/g, String.raw`\$&`)}"`,
  // A backslash takes a line break away.
  (word) =>
    word === ''
      ? "''"
      : [...word].map((sign) => (sign === '\n' ? `'\n'` : /[\w/.]/.test(sign) ? sign : `\\${sign}`)).join(''),
  (word) => [...word].map((sign) => (sign === "'" ? `"'"` : `'${sign}'`)).join('') || '""',
]
const quoted = fc.tuple(text, fc.constantFrom(...ways)).map(([word, way]) => ({ word, written: way(word) }))
/** Some words as they are, and the line that quotes them. */
export const quotedLine: fc.Arbitrary<{ words: string[]; written: string }> = fc
  .array(quoted, { minLength: 1, maxLength: 4 })
  .map((all) => ({ words: all.map(({ word }) => word), written: all.map(({ written }) => written).join(' ') }))

/** The words of a line as our reader has them. */
export const valuesIn = (written: string): string[] =>
  readLine(written)
    .commands.flatMap(({ words }) => words)
    .map(({ value }) => value)

/** What `\x2e`, `\056` and the like stand for, as printf and echo print them. */
export const unescaped = (text: string): string =>
  text
    .replace(/\\x([0-9a-fA-F]{1,2})|\\u([0-9a-fA-F]{4})/g, (_, hex: string | undefined, code: string | undefined) =>
      String.fromCharCode(Number.parseInt(hex ?? code ?? '', 16)),
    )
    .replace(/\\(?:0([0-7]{1,3})|([0-7]{3}))/g, (_, long: string | undefined, short: string | undefined) =>
      String.fromCharCode(Number.parseInt(long ?? short ?? '', 8)),
    )

const isReadable = (text: string): boolean => /^[\x20-\x7e\s]+$/.test(text)

/** What a text of base64 says, if it says something that can be read. */
export function decoded(text: string): string[] {
  const packed = text.replace(/\s/g, '')
  if (packed.length < 8 || packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) return []
  const plain = atob(packed)
  // Windows has two bytes a letter.
  const said = /^(?:[^\0]\0)+$/.test(plain) ? plain.replaceAll('\0', '') : plain
  return isReadable(said) ? [said] : []
}

/** What a text of hexadecimal digits says, if it says something that can be read. */
export function fromHex(text: string): string[] {
  const packed = text.replace(/\s/g, '')
  if (packed.length < 4 || !/^(?:[0-9a-fA-F]{2})+$/.test(packed)) return []
  const plain = packed.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)))
  return isReadable(plain) ? [plain] : []
}

const mostLines = 20

/** Lines for a shell, those of several words first; beyond so many the others are one text, so that none is missed. */
export function fewLines(texts: readonly string[]): string[] {
  const isLine = (text: string): boolean => /[\s;]/.test(text.trim())
  const lines = [...texts.filter(isLine), ...texts.filter((text) => !isLine(text))]
  return lines.length <= mostLines ? lines : [...lines.slice(0, mostLines - 1), lines.slice(mostLines - 1).join('\n')]
}

/** Letters that look as if a machine had drawn them; the same for the same seed. No secret stands in a file of ours. */
export interface Made {
  /** Letters of both cases and digits. */
  mixed: (length: number) => string
  lower: (length: number) => string
  upper: (length: number) => string
  hex: (length: number) => string
  digits: (length: number) => string
  /** As base64 has it, with `=` at its end where it needs one. */
  base64: (length: number) => string
  /** With - and _. */
  url: (length: number) => string
  uuid: () => string
  /** What a person would make up: letters of both cases, digits, and a sign that no shell minds. */
  password: () => string
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const capitals = letters.toUpperCase()
const numbers = '0123456789'

export function made(seed: number): Made {
  let state = (seed * 2_654_435_761 + 12_345) >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
  const draw = (from: string, length: number): string =>
    Array.from({ length }, () => from.charAt(Math.floor(next() * from.length))).join('')
  /** Of each sort at least one letter, as in all but one of a thousand. */
  const sure = (from: string, length: number, ...parts: string[]): string => {
    for (;;) {
      const text = draw(from, length)
      if (parts.every((part) => [...part].some((letter) => text.includes(letter)))) return text
    }
  }
  const mixed = (length: number): string => sure(letters + capitals + numbers, length, letters, capitals, numbers)
  const hex = (length: number): string => sure('0123456789abcdef', length, 'abcdef', numbers)
  return {
    mixed,
    hex,
    lower: (length) => sure(letters + numbers, length, letters, numbers),
    upper: (length) => sure(capitals + numbers, length, capitals, numbers),
    digits: (length) => draw(numbers, length),
    base64: (length) => {
      const rest = (4 - (length % 4)) % 4
      return `${mixed(length)}${'='.repeat(rest % 3)}`
    },
    url: (length) => `${mixed(length - 4)}-${draw(letters, 1)}_${draw(numbers, 1)}`,
    uuid: () => [8, 4, 4, 4, 12].map((length) => hex(length)).join('-'),
    password: () => `${mixed(9)}`,
  }
}

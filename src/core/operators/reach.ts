import { textsOf } from './arguments.ts'
import { bracesOf } from './braces.ts'
import { withoutEnd } from '../text.ts'
import { memo } from './memo.ts'

/** A letter, a class such as `[a-z]`, or one of the three below. */
type Sign = string
/** One letter of a name, any text of a name, any text. */
const one: Sign = 'one'
const some: Sign = 'some'
const any: Sign = 'any'

const longest = 400

/** A class may hold classes that have names, signs such as `[=a=]`, and a bracket that comes first; none is long. */
const bracketed = /\[[!^]?\]?(?:\[[:.=][^\]]{0,20}[:.=]\]|[^\]]){0,200}\]/y
const inner = /\[([:.=])([^\]]{0,20})[:.=]\]/g

function classAt(text: string, at: number): string | null {
  bracketed.lastIndex = at
  return bracketed.exec(text)?.[0] ?? null
}

const signsOf = memo(1000, (text: string): readonly Sign[] => {
  const signs: Sign[] = []
  for (let at = 0; at < text.length; at += 1) {
    // What is behind so many may be any text.
    if (signs.length >= longest) return [...signs, any]
    const letter = text.charAt(at)
    const letters = letter === '[' ? classAt(text, at) : null
    if (letter === '*' && text.charAt(at + 1) === '*') {
      signs.push(any)
      while (text.charAt(at + 1) === '*') at += 1
    } else if (letter === '*') signs.push(some)
    else if (letter === '?') signs.push(one)
    else if (letters !== null) {
      signs.push(letters)
      at += letters.length - 1
    } else signs.push(letter)
  }
  return signs
})

// "**/a" is "a" too; beyond so many it is any text.
const mostDeep = 3
const readingsOf = memo(1000, (text: string): readonly (readonly Sign[])[] => {
  let texts = ['']
  // Beyond these no sign is read.
  const pieces = text.split(/(?<=^|\/)\*\*\//).slice(0, longest + mostDeep)
  for (const [at, piece] of pieces.entries())
    texts = texts.flatMap((start) =>
      at === 0 ? [piece] : at > mostDeep ? [`${start}**${piece}`] : [`${start}${piece}`, `${start}**/${piece}`],
    )
  return texts.map(signsOf)
})

const namedClasses: ReadonlyMap<string, RegExp> = new Map([
  ['alpha', /[a-z]/],
  ['lower', /[a-z]/],
  ['upper', /[a-z]/],
  ['alnum', /[a-z\d]/],
  ['digit', /\d/],
  ['xdigit', /[a-f\d]/],
  ['word', /\w/],
  ['blank', /[ \t]/],
  ['space', /\s/],
  ['punct', /[!-/:-@[-`{-~]/],
])

/**
 * True if a class holds a letter, which is in lower case; one with a name that is not known holds any. Upper and lower
 * case are one, except where they are left out: `[!A-Z]` holds all of lower case.
 */
const holds = memo(2000, (asked: string): boolean => {
  const [letter = '', letters = ''] = [asked.slice(0, 1), asked.slice(2, -1)]
  const isTurned = /^[!^]/.test(letters)
  const names = [...letters.matchAll(inner)].map(([, sign, name = '']) => (sign === ':' ? name : ''))
  if (!names.every((name) => namedClasses.has(name))) return true
  const named = names.some((name) => !(isTurned && name === 'upper') && namedClasses.get(name)?.test(letter) === true)
  const plain = letters.slice(isTurned ? 1 : 0).replace(inner, '')
  const ranged = [...plain.matchAll(/(.)-(.)|(.)/gsu)].some(([, from, to, single]) =>
    single === undefined ? letter >= (from ?? '') && letter <= (to ?? '') : letter === single,
  )
  return (named || ranged) !== isTurned
})

/** True for a sign that stands for one letter of several. */
const isOne = (sign: Sign | undefined): boolean => sign === one || (sign !== undefined && /^\[./s.test(sign))
const isMany = (sign: Sign | undefined): boolean => sign === some || sign === any
const takes = (sign: Sign | undefined, other: Sign): boolean =>
  sign === any ||
  sign === other ||
  (other !== '/' && sign !== '/' && (isMany(other) || sign === some || fits(sign, other)))

/** Of two classes it is not asked whether they have a letter in common. */
function fits(sign: Sign | undefined, other: Sign): boolean {
  if (sign === undefined || (!isOne(sign) && !isOne(other))) return false
  if (sign === one || other === one || (isOne(sign) && isOne(other))) return true
  return isOne(sign) ? holds(`${other}${sign}`) : holds(`${sign}${other}`)
}

/** The longest piece of a glob that stands in whatever fits it, as it is written. */
const longestPiece = memo(1000, (glob: string): string => {
  let longest = ''
  for (const part of glob.split(/(?<=^|\/)\*\*\//)) {
    let piece = ''
    for (const sign of signsOf(part)) {
      piece = isLetter(sign) ? piece + sign : ''
      if (piece.length > longest.length) longest = piece
    }
  }
  return longest
})

/** True if some text fits both. */
function meet(left: string, right: string): boolean {
  if (!isOpen(left) && !left.includes(longestPiece(right))) return false
  if (!isOpen(right) && !right.includes(longestPiece(left))) return false
  return readingsOf(left).some((one) => readingsOf(right).some((other) => meetAt(one, other)))
}

const isLetter = (sign: Sign | undefined): boolean => sign?.length === 1

function meetAt(left: readonly Sign[], right: readonly Sign[]): boolean {
  let [from, leftEnd, rightEnd] = [0, left.length, right.length]
  // Letters at both ends are told apart at sight.
  while (from < leftEnd && from < rightEnd && isLetter(left[from]) && isLetter(right[from])) {
    if (left[from] !== right[from]) return false
    from += 1
  }
  while (leftEnd > from && rightEnd > from && isLetter(left[leftEnd - 1]) && isLetter(right[rightEnd - 1])) {
    if (left[leftEnd - 1] !== right[rightEnd - 1]) return false
    leftEnd -= 1
    rightEnd -= 1
  }
  let row: boolean[] = []
  for (let a = leftEnd; a >= from; a -= 1) {
    const next = row
    row = []
    for (let b = rightEnd; b >= from; b -= 1) {
      const [l, r] = [a < leftEnd ? left[a] : undefined, b < rightEnd ? right[b] : undefined]
      if (l === undefined && r === undefined) row[b] = true
      else
        row[b] =
          (isMany(l) && ((next[b] ?? false) || (r !== undefined && takes(l, r) && (row[b + 1] ?? false)))) ||
          (isMany(r) && ((row[b + 1] ?? false) || (l !== undefined && takes(r, l) && (next[b] ?? false)))) ||
          (l !== undefined && r !== undefined && !isMany(l) && !isMany(r) && takes(l, r) && (next[b + 1] ?? false))
    }
  }
  return row[from] ?? false
}

const isOpen = (text: string): boolean => /[*?[]/.test(text)
const written = memo(1000, (glob: string): readonly string[] =>
  (bracesOf(glob) ?? [glob]).map((text) => text.toLowerCase().replace(/^(?:\.\/)+/, '')),
)

/** A folder's own name counts with what lies in it, and is all that counts where nothing of it is written. */
function reaches(text: string, glob: string): boolean {
  const folder = glob.replace(/(.)\/\*\*$/, '$1')
  if (folder !== glob && reaches(text, folder)) return true
  if (!isOpen(text) && !isOpen(glob)) return text === glob
  if (folder !== glob && /^[*?[]/.test(text)) return false
  // What lies somewhere below a folder is not named by it, unless the folder is on the way there.
  const below = /^(.*)\/\*{1,2}$/.exec(text)?.[1]
  if (below !== undefined && /^[*?[]/.test(glob) && !leadsTo(below, glob.replace(/^\*\*\//, ''))) return false
  const [, above, name] = /^([^*?[]+)\/\*\*\/([^/]+)$/.exec(text) ?? []
  if (above !== undefined && name !== undefined && glob.startsWith('**/') && (folder !== glob || name.startsWith('*')))
    if (!leadsTo(above, glob.slice(3))) return false
  return meet(text, glob)
}

const turnedOrNot = /\[[!^][^\]]{0,99}\]|[^[]+|\[/g

/** A value as it is held against globs. What a class leaves out keeps its case. */
function plainly(value: string): string {
  const bare = value.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
  const text = withoutEnd(bare, '/') || bare.slice(0, 1)
  return text.replace(turnedOrNot, (part) => (/^\[[!^]/.test(part) ? part : part.toLowerCase()))
}

/** Names at the end of a folder that are held against the beginning of a glob, which has far fewer. */
const mostNames = 40

/** True if a folder ends with the beginning of a glob, so that what lies below it may be what the glob means. */
const leadsTo = (folder: string, glob: string): boolean =>
  folder
    .split('/')
    .slice(-mostNames)
    .some((_, at, names) => {
      const last = names.slice(at)
      const first = glob.split('/').slice(0, last.length)
      return meet(last.join('/'), first.join('/'))
    })

/** No path is so long, in UTF-16 units; a glob may be, and is not read any more. */
const longestValue = 100_000

/** The values that may become something that a glob fits: the values may be globs too, `**` for any text. */
export function reach(values: unknown, globs: unknown): string[] {
  const wanted = textsOf(globs, 'reach').flatMap((glob) => written(glob))
  const found = textsOf(values, 'reach').filter((value) => {
    if (value.length > longestValue) return isOpen(value)
    const text = plainly(value)
    return wanted.some((glob) => reaches(text, glob))
  })
  // A folder that is named itself stands for what lies in it.
  return found.filter((value) => !value.endsWith('/**') || !found.includes(value.slice(0, -3)))
}

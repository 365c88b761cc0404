const most = 20

interface Read {
  forms: string[]
  end: number
}

/** More than so many may be any name. */
const bounded = (forms: string[]): string[] => (forms.length > most ? ['**'] : forms)

const product = (left: readonly string[], right: readonly string[]): string[] =>
  bounded(left.flatMap((text) => right.map((each) => text + each)))

/** Alternatives up to a bracket that closes; outside of all brackets one that closes is a letter like others. */
function alternativesFrom(text: string, from: number, depth: number): Read {
  const whole: string[] = []
  let made = ['']
  let at = from
  while (at < text.length && (depth === 0 || text.charAt(at) !== ')')) {
    if (text.charAt(at) === '|') {
      whole.push(...made)
      made = ['']
      at += 1
      continue
    }
    const atom = atomAt(text, at, depth)
    const [times = ''] = /^(?:[*+?]|\{\d*,?\d*\})\??/.exec(text.slice(atom.end, atom.end + 12)) ?? []
    made = product(made, times === '' ? atom.forms : times.startsWith('?') ? ['', ...atom.forms] : ['**'])
    at = atom.end + times.length
  }
  return { forms: bounded([...whole, ...made]), end: at + 1 }
}

const deepest = 5

function atomAt(text: string, at: number, depth: number): Read {
  const letter = text.charAt(at)
  // Deeper ones are not told apart.
  if (letter === '(' && depth >= deepest) return { forms: ['**'], end: text.length }
  if (letter === '(') {
    const inner = text.startsWith('?', at + 1) ? at + 3 : at + 1
    return alternativesFrom(text, inner, depth + 1)
  }
  if (letter === '[') {
    const end = text.indexOf(']', at + 2)
    return end < 0 ? { forms: ['?'], end: at + 1 } : { forms: [text.slice(at, end + 1)], end: end + 1 }
  }
  if (letter === '\\') {
    const meant = text.charAt(at + 1)
    return { forms: [/[bB<>]/.test(meant) ? '' : /\w/.test(meant) ? '?' : meant], end: at + 2 }
  }
  if (letter === '.') return { forms: ['?'], end: at + 1 }
  return { forms: [letter === '^' || letter === '$' ? '' : letter], end: at + 1 }
}

/** A longer one takes long to be read, and may find anything. */
const longest = 300

/** Globs for what a regular expression finds as a whole, by best effort and of any dialect: `\(` groups too. */
export const globsOfRegex = (source: string): string[] =>
  source.length > longest ? ['**'] : alternativesFrom(source.replace(/\\([(){}|+?])/g, '$1'), 0, 0).forms

/** Globs for the names in which a regular expression finds something. */
export function globsAround(source: string): string[] {
  const isOne = !source.includes('|')
  const [start, end] = [isOne && source.startsWith('^') ? '' : '*', isOne && /(?<!\\)\$$/.test(source) ? '' : '*']
  return globsOfRegex(source).flatMap((form) => {
    const name = `${start}${form}${end}`
    // A name somewhere below, unless folders are written.
    return start === '' ? [name] : form.includes('/') ? [`**${form}${end === '' ? '' : '**'}`] : [name, `**/${name}`]
  })
}

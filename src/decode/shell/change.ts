import { posix } from 'node:path'
import type { ShellWord } from '../../core/operators/shell/line.ts'
import { withoutEnd } from '../../core/text.ts'
import { pathsInCode } from './code/code.ts'
import { calledBy, valueIn } from './given.ts'
import { type Manner, mannerOf } from './manner.ts'
import { type Given, isGlob, isTelling } from './path.ts'
import { moveTo, placesOf, touch, type Walk } from './walk.ts'
import { formsOf } from './word.ts'

/** Notes what a program changes. */
export function change(manner: Manner, given: readonly Given[], isChain: boolean, walk: Walk): void {
  const folders = walk.folders
  if (manner.folder !== null) moveTo([manner.folder], walk, false)
  const operands = given
    .flatMap(({ forms }) => forms.map(valueIn))
    .filter((form) => form !== '' && !form.includes('://'))
  switch (manner.kind) {
    case 'reads':
      break
    case 'named':
      for (const form of manner.forms) touchWord(form, walk)
      break
    case 'tree':
      for (const form of manner.forms.flatMap(wordsOf)) touchTree(form, walk)
      break
    case 'exact':
      for (const form of operands.flatMap(wordsOf)) if (!/^[*?[]/.test(form)) touch(form, walk)
      break
    case 'unknown':
      for (const form of operands) if (!isGlob(form) || isTelling(form)) touchWord(form, walk)
      break
  }
  walk.folders = manner.folder === null || isChain ? folders : walk.folders
}

/** What a program is told by a variable may be what it writes; what only reads writes traces alone. */
export function changeTold(assignments: readonly string[], words: readonly ShellWord[], walk: Walk): void {
  if (assignments.length > 0) walk.reads = false
  const [name, ...rest] = words
  if (name === undefined) return
  const given = rest.map((word) => ({ word, forms: formsOf(word, walk.variables) }))
  const isReading = mannerOf(calledBy(name.value), given).kind === 'reads'
  for (const variable of assignments.map((assignment) => assignment.replace(/\+?=.*$/s, '')))
    if (isReading ? /^GIT_TRACE/.test(variable) : !toRead.test(variable))
      for (const form of walk.variables.get(variable) ?? []) if (!isGlob(form) || isTelling(form)) touchWord(form, walk)
}

/** Variables that name what is read, by their names. */
const toRead = /CONFIG|SOURCE|SRC|INPUT|ENV_?FILE|COMPOSE|^(?:PATH|CDPATH|IFS)$/

/** A word may hold a line, code, or a file among other things, as `OPEN:a.txt,creat` or `type=local,dest=a`. */
function touchWord(form: string, walk: Walk): void {
  if (/[\s'"`(]/.test(form)) for (const path of pathsInCode(form)) touch(path, walk)
  else for (const piece of [form, ...piecesOf(form)]) touch(piece, walk)
}

const piecesOf = (form: string): string[] =>
  /,|^[A-Z][A-Z-]*:/.test(form)
    ? form
        .replace(/^[A-Z][A-Z-]*:/, '')
        .split(',')
        .map((piece) => piece.replace(/^[\w-]+=/, ''))
        .filter((piece) => piece !== '' && !isGlob(piece))
    : []

/** A variable that stands open is taken apart at its blanks. */
const wordsOf = (form: string): string[] => (/\s/.test(form.trim()) ? [form, ...form.trim().split(/\s+/)] : [form])

function touchTree(form: string, walk: Walk): void {
  touch(form, walk)
  for (const place of placesOf(form, walk)) {
    const path = withoutEnd(place, '/')
    if (/^(?:\/|\.\/?|(?:\.\.\/?)+)$/.test(posix.normalize(path))) walk.touches.add('*')
    else if (!/(?:^|\/)node_modules$/.test(path) && !path.endsWith('*')) walk.touches.add(`${path}/**`)
  }
}

import { posix } from 'node:path'
import { withoutEnd } from '../../core/text.ts'
import { pathsInCode } from './code/code.ts'
import { valueIn } from './given.ts'
import type { Manner } from './manner.ts'
import { type Given, isGlob, isTelling } from './path.ts'
import { moveTo, placesOf, touch, type Walk } from './walk.ts'

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

/** A word may hold a line, code, or a file among other things, as `OPEN:a.txt,creat`. */
function touchWord(form: string, walk: Walk): void {
  if (/[\s'"`(]/.test(form)) for (const path of pathsInCode(form)) touch(path, walk)
  else for (const piece of [form, ...(/^[A-Z][A-Z-]*:(.*)/.exec(form)?.[1]?.split(',') ?? [])]) touch(piece, walk)
}

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

import { interpreters } from '../../core/operators/shell/wrapper.ts'
import { withoutEnd } from '../../core/text.ts'
import { listedToRead } from './code/listed.ts'
import { foundByFd, foundByFind, runByFd } from './find.ts'
import { formsIn, type Given, isOption, join, packed, unknown, valuesOf } from './path.ts'
import { placesOf, type Walk } from './walk.ts'

const running = /^-(?:exec|execdir|ok|okdir)$/
const anyHidden = /^(?:-[a-zA-Z]*u[a-zA-Z]*|--hidden|--unrestricted|-\.|--all-types)$/

/**
 * Globs for the files that a program reads below the folders that its words name. `piped` are names that it is given
 * by a pipe.
 */
function readDeeply(program: string, given: readonly Given[], piped: readonly string[]): string[] {
  const values = given.map(({ word }) => word.value)
  const has = (option: RegExp): boolean => values.some((value) => option.test(value))
  const operands = given.filter((each) => !isOption(each))
  switch (program) {
    case 'find':
      return has(running) ? foundByFind(given) : []
    case 'fd':
      return runByFd(given.map(({ word }) => word)) === null ? [] : foundByFd(given)
    case 'grep':
    case 'egrep':
    case 'fgrep':
      if (!has(/^-[a-zA-Z]*[rR]|^--(?:recursive|dereference-recursive)$|^--directories=recurse$/)) return []
      return below(searched(given), valuesOf(given, /^--include(?==|$)/))
    case 'rg':
    case 'ag':
    case 'ack':
      if (has(/^--files$/)) return []
      return below(
        searched(given).filter((root) => has(anyHidden) || /(?:^|\/)\.\w/.test(root)),
        valuesOf(given, /^(?:-g|--glob)(?==|$)/),
      )
    case 'diff':
      return has(/^-[a-zA-Z]*r|^--recursive$/) ? below(formsIn(operands), []) : []
    case 'git':
      return has(/^--no-index$/) ? below(formsIn(operands.slice(1)), []) : []
    case 'cp':
    case 'scp':
    case 'rsync':
      if (!has(/^-[a-zA-Z]*[raR]|^--(?:recursive|archive)$/)) return []
      return [
        ...below(formsIn(has(/^(?:-t|--target-directory)/) ? operands : operands.slice(0, -1)), []),
        ...(has(/^--files-from/) ? piped : []),
      ]
    case 'tar':
    case 'bsdtar':
      if (
        !/^-?[a-zA-Z]*[cru]/.test(values[0] ?? '') &&
        !has(/^(?:-[a-zA-Z]*[cru][a-zA-Z]*|--(?:create|append|update))$/)
      )
        return []
      return [...below(packed(given), []), ...(has(/T$|^--files-from/) ? piped : [])]
    case 'zip':
      return [...(has(/^-[a-zA-Z]*r/) ? below(formsIn(packedByZip(given)), []) : []), ...(has(/@/) ? piped : [])]
    case '7z':
    case '7za':
      return values[0] === 'a' ? below(formsIn(operands.slice(2)), []) : []
    case 'cpio':
    case 'pax':
      return [...piped]
    default:
      return []
  }
}

/** All words behind the archive but those that are left out. */
function packedByZip(given: readonly Given[]): Given[] {
  const end = given.findIndex(({ word }) => /^(?:-x|--exclude)/.test(word.value))
  return (end < 0 ? given : given.slice(0, end)).filter((each) => !isOption(each)).slice(1)
}

/** Folders behind a pattern. */
function searched(given: readonly Given[]): string[] {
  const hasPattern = given.some(({ word }) => /^(?:-e|-f|--regexp|--file)(?:=|$)/.test(word.value))
  const operands = given.filter(
    (each, at) =>
      !isOption(each) && !/^(?:-[efmABCgt]|--(?:include|exclude|glob|type))$/.test(given[at - 1]?.word.value ?? ''),
  )
  return formsIn(hasPattern ? operands : operands.slice(1))
}

const below = (roots: readonly string[], names: readonly string[]): string[] =>
  roots.flatMap((root) =>
    names.length === 0
      ? [root, join(withoutEnd(root, '/') || '/', '**')]
      : names.map((name) => join(withoutEnd(root, '/') || '/', `**/${name}`)),
  )

/** Notes the files that a command reads without naming each. */
export function noteRead(
  program: string,
  given: readonly Given[],
  piped: readonly string[],
  folders: readonly string[],
  walk: Walk,
): void {
  const code = interpreters.test(program) ? [...given.flatMap(({ forms }) => forms), ...piped] : []
  for (const form of [...readDeeply(program, given, piped), ...code.flatMap(listedToRead)])
    for (const folder of folders)
      for (const place of placesOf(form, walk, [folder]))
        if (place !== unknown && !(isInside(folder) && isInside(form) && place === join(folder, form)))
          for (const path of withHome(place)) walk.paths.add(path)
}

/** All that lies in the project has no secret of ours. A link in it may lead elsewhere, and so may a hidden folder of home. */
const isInside = (path: string): boolean =>
  !/^(?:[/~]|[A-Za-z]:|\*\*(?!\/(?!\*\*))|\.(?!$|\/))/.test(path) && !/(?:^|\/)\.\.(?:\/|$)/.test(path)

/** The folders that homes lie in, and such a home; what is read below them is also below that of the user. */
const homes = /^\/(?:(?:home|Users)(?:\/[^/]+)?|root)?\/?(?=\*\*)/

/** A place that is read, with what it may be called as well. */
export const withHome = (place: string): string[] => (homes.test(place) ? [place, place.replace(homes, '~/')] : [place])

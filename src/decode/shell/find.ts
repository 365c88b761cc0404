import { withoutEnd } from '../../core/text.ts'
import { formsIn, type Given, isOption, join, nothing, valuesOf } from './path.ts'
import { globsAround, globsOfRegex } from './regex.ts'

/** Tests of find that say which names it comes upon. */
const naming = /^-i?(?:name|path|wholename|regex)$/
const written = /^-(?:fprint|fprintf|fprint0|fls)$/
const acting = /^-(?:delete|exec|execdir|ok|okdir|print.*|ls|fprint.*|fls)$/

/** The branches of an expression: between `-o` each narrows by itself. */
function branchesOf(given: readonly Given[]): Given[][] {
  const branches: Given[][] = [[]]
  for (const each of given) {
    if (/^-(?:o|or)$|^,$/.test(each.word.value)) branches.push([])
    else if (!/^[()]$|^-(?:a|and)$/.test(each.word.value)) branches.at(-1)?.push(each)
  }
  return branches
}

/** The globs that a branch looks for below a folder; null: any name. */
function namesOf(branch: readonly Given[], folder: string): string[] | null {
  for (const [at, { word }] of branch.entries()) {
    const isTurned = /^(?:!|-not)$/.test(branch[at - 1]?.word.value ?? '')
    if (!naming.test(word.value) || isTurned) continue
    const forms = branch[at + 1]?.forms ?? []
    if (/name$/.test(word.value) && !/whole/.test(word.value)) return forms.map((name) => join(folder, `**/${name}`))
    // A path begins with the folder as it is written, and a star in it goes beyond slashes.
    const paths = /regex$/.test(word.value) ? forms.flatMap(globsOfRegex) : forms
    return paths.map((path) => {
      const glob = path.replace(/^\.\//, '').replace(/(?<!\*)\*(?!\*)/g, '**')
      // A star at its beginning stands for the folder as well.
      return /^\.?\/?$/.test(folder) ? glob : glob.replace(/^\*\*/, `${withoutEnd(folder, '/')}/**`)
    })
  }
  return null
}

/** What find comes upon: below its folders, under the names that it looks for. */
export function foundByFind(given: readonly Given[]): string[] {
  const first = given.findIndex(
    (each) => /^[(!]$/.test(each.word.value) || (isOption(each) && !/^-(?:[HLP]|O\d|D.*)$/.test(each.word.value)),
  )
  const roots = formsIn(first < 0 ? [...given] : given.slice(0, first)).filter((form) => !form.startsWith('-'))
  const branches = branchesOf(first < 0 ? [] : given.slice(first)).filter((branch) => {
    const values = branch.map(({ word }) => word.value)
    return !values.includes('-empty') && (!values.includes('-prune') || values.some((value) => acting.test(value)))
  })
  return (roots.length > 0 ? roots : ['.']).flatMap((folder) => {
    const isHere = folder === '.' || folder === './'
    const at = isHere ? [] : [folder]
    return branches.flatMap((branch) => {
      const names = namesOf(branch, folder)
      if (names !== null) return [...at, ...names]
      return isHere ? ['*'] : [folder, join(folder, /^(?:\.\.?\/?)+$/.test(folder) ? '*' : '**')]
    })
  })
}

/** What find is told to write. */
export const writtenByFind = (given: readonly Given[]): string[] => valuesOf(given, written)

/** Options of fd with a value, and those that show what has a dot or is ignored. */
const valued =
  /^(?:-[edtESoxXjc]|--(?:extension|max-depth|min-depth|exact-depth|type|exclude|size|owner|threads|color|changed-(?:within|before|after)|base-directory|search-path|max-results|format|path-separator))$/
const running = /^(?:-[xX]|--exec(?:-batch)?)$/
const showing = /^(?:-[a-zA-Z]*[HuI]|--(?:hidden|unrestricted|no-ignore.*))$/

/** Where the command begins that fd runs; null if it runs none. */
export function runByFd(words: readonly { value: string }[]): number | null {
  const at = words.findIndex(({ value }) => running.test(value))
  return at < 0 ? null : at + 1
}

/** A glob that begins openly, for names that have no dot before them. */
const withoutDot = (glob: string): string[] =>
  /^[*?]/.test(glob) ? [glob.replace(/^[*?]+(?=[^*?.])/, ''), glob.replace(/^[*?]+/, '[!.]*')] : [glob]

/** What fd comes upon. Without an option it sees nothing that has a dot before its name. */
export function foundByFd(given: readonly Given[]): string[] {
  const end = given.findIndex(({ word }) => running.test(word.value))
  const own = end < 0 ? given : given.slice(0, end)
  const operands = own.filter((each, at) => !isOption(each) && !valued.test(own[at - 1]?.word.value ?? ''))
  const [pattern, ...folders] = operands
  const isGlob = own.some(({ word }) => /^(?:-[a-zA-Z]*g|--glob)$/.test(word.value))
  const named = (pattern?.forms ?? []).filter((form) => form !== '.' && form !== '')
  const names = isGlob ? named : named.flatMap(globsAround).map((name) => name.replace(/^\*\*\//, ''))
  const endings = valuesOf(own, /^(?:-e|--extension)(?==|$|\w)/)
  const wanted = endings.length > 0 ? endings.map((ending) => `*.${ending.replace(/^\./, '')}`) : names
  const roots = formsIn(folders)
  if (own.some(({ word }) => showing.test(word.value)) || roots.length > 0)
    return (roots.length > 0 ? roots : ['.']).flatMap((root) => {
      const below =
        wanted.length === 0 ? [root === '.' ? '*' : join(root, '**')] : wanted.map((name) => join(root, `**/${name}`))
      return root === '.' ? below : [root, ...below]
    })
  return wanted.length === 0 ? ['[!.]*'] : wanted.flatMap(withoutDot)
}

/** Files that git lists: all, or those that pathspecs mean, in which a star goes beyond slashes. */
export function listedByGit(given: readonly Given[]): string[] {
  const operands = formsIn(given.filter((each) => !isOption(each)))
  const [subcommand, ...rest] = operands
  if (!/^(?:ls-files|ls-tree)$/.test(subcommand ?? '')) return rest.length > 0 ? rest : [nothing]
  // Of those that are changed, new or in conflict a person or an agent knows.
  if (given.some(({ word }) => /^-[a-z]*[mdou]|^--(?:modified|deleted|others|unmerged)/.test(word.value)))
    return [nothing]
  const specs = (subcommand === 'ls-tree' ? rest.slice(1) : rest).filter((spec) => !/^:[!^]/.test(spec))
  return specs.length > 0 ? specs.flatMap(globsOfSpec) : ['*']
}

/** What a pathspec of git means: `*.a` lies in any folder, and a folder means what is in it. */
export function globsOfSpec(spec: string): string[] {
  const plain = spec.replace(/^:(?:\([^)]*\)|\/)/, '')
  return /^[*?[]/.test(plain) && !plain.startsWith('**')
    ? [plain, `**/${plain}`]
    : [plain, `${withoutEnd(plain, '/')}/**`]
}

/** What rg lists by `--files`. */
export function listedByRg(given: readonly Given[]): string[] {
  const globs = valuesOf(given, /^(?:-g|--i?glob)(?==|$)/).filter((each) => !each.startsWith('!'))
  const isAll = given.some(({ word }) => /^(?:-uu+|--hidden|-\.|--no-ignore)$/.test(word.value))
  const roots = formsIn(
    given.filter((each, at) => !isOption(each) && !/^(?:-g|--i?glob)$/.test(given[at - 1]?.word.value ?? '')),
  )
  if (roots.length > 0) return roots.flatMap((root) => [root, join(root, '**')])
  if (globs.length === 0) return isAll ? ['*'] : ['[!.]*']
  return globs.flatMap((name) => (isAll ? [name, `**/${name}`] : withoutDot(name)))
}

import { withoutEnd } from '../../core/text.ts'
import { valueIn } from './given.ts'
import { downloadedBy, isDownload } from './download.ts'
import { foundByFd, foundByFind, globsOfSpec, runByFd, writtenByFind } from './find.ts'
import { formsIn, type Given, isGlob, isOption, join, valuesOf } from './path.ts'

/**
 * What a program does to the files that its words name. reads: nothing; named: it changes these; tree: these with all
 * that lies in them; exact: whatever is named, but by a glob that begins with one; unknown: whatever is named.
 */
export type Manner = { folder: string | null } & (
  | { kind: 'reads' | 'exact' | 'unknown' }
  | { kind: 'named' | 'tree'; forms: string[] }
)

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const readers = setOf(
  'cat head tail less more ls grep egrep fgrep rg wc stat diff cmp pwd echo printf true false cd basename dirname realpath readlink which du df md5sum sha1sum sha256sum cksum jq cut tr nl tac rev column comm uniq file xxd hexdump od strings tree test [ sleep date whoami id uname type command-v fold paste seq',
)
const gitReaders = setOf('log show diff status blame ls-files grep rev-parse check-ignore hash-object')
const gitHarmless = setOf(
  'add commit push fetch branch tag remote describe shortlog reflog cat-file ls-tree ls-remote merge-base name-rev rev-list bisect notes cherry-pick merge rebase revert stash pull switch',
)
const destroyers = setOf('rm rmdir unlink shred mv rimraf trash del-cli srm rename chmod chown chgrp chattr setfacl')
const copiers = setOf('cp install rsync scp gcp ln link')
const writers = setOf('tee touch truncate mkdir mkfifo dd split csplit sponge patch ed ex sed vi vim nvim unlink')
const formatters = setOf(
  'prettier eslint biome black ruff gofmt rustfmt dprint gofumpt isort stylelint markdownlint shfmt',
)

/** Formatters that write without being told to. */
const inPlace = /^(?:black|isort|rustfmt)$/

const notReading =
  /^(?:-(?:delete|exec|execdir|ok|okdir|fprint|fprintf|fprint0|fls|O.*)|--(?:pre|output|open-files).*)$/

/** Options of tar whose value is a line that is run. */
const packing =
  /^(?:--(?:checkpoint-action|use-compress|info-script|new-volume|rsh-command|to-command)[a-z-]*(?:=|$)|-[a-zA-Z]*[FI]$)/
/** Options of rsync whose value is a file or folder that is written. */
const synced = /^--(?:log-file|backup-dir|partial-dir|temp-dir|write-batch|only-write-batch)(?==|$)/

/** `workTree` is where the line says that git's files lie. */
export function mannerOf(program: string, given: readonly Given[], workTree: string | null = null): Manner {
  const reading: Manner = { kind: 'reads', folder: null }
  const operands = given.filter((each) => !isOption(each))
  const values = given.map(({ word }) => word.value)
  if (program === 'git') return gitManner(given, workTree)
  if (program === 'find') {
    if (!values.some((value) => notReading.test(value))) return reading
    const run = values.findIndex((value) => /^-(?:exec|execdir|ok|okdir)$/.test(value))
    const inner = (values[run + 1] ?? '').split('/').at(-1) ?? ''
    const isReading = run >= 0 && readers.has(inner) && !values.includes('-delete')
    return named([
      ...(isReading || !values.some((value) => acting.test(value)) ? [] : foundByFind(given)),
      ...writtenByFind(given),
    ])
  }
  if (program === 'fd') {
    const run = runByFd(given.map(({ word }) => word))
    if (run === null) return reading
    return named(readers.has(values[run] ?? '') ? [] : foundByFd(given))
  }
  const written = writtenByReader(program, given, operands)
  if (written.length > 0) return named(written)
  if (readers.has(program)) return values.some((value) => notReading.test(value)) ? unknownManner : reading
  if (program === 'sort') return named(valuesOf(given, /^-[a-zA-Z]*?o|^--o[a-z]*/))
  if (program === 'sed' && !values.some((value) => /^-[a-zA-Z]*i|^--i/.test(value))) return named([])
  if (isDownload(program)) return named(downloadedBy(program, given))
  if (unpackers.test(program) || (packers.test(program) && values.some((value) => unpacking.test(value))))
    return named([
      ...formsIn(operands),
      ...formsIn(operands).map((form) => form.replace(/\.[a-z0-9]+$/i, '')),
      ...valuesOf(given, /^(?:-o|--output)/),
    ])
  if (destroyers.has(program)) return destroyed(program, given, operands)
  if (copiers.has(program)) return copied(given, operands, /^l/.test(program))
  if (program === 'sed') {
    const hasScript = values.some((value) => /^(?:-[a-zA-Z]*e|--expression)/.test(value))
    return named(formsIn(hasScript ? operands : operands.slice(1)))
  }
  if (writers.has(program))
    return named(
      formsIn(given).flatMap((form) => (form.startsWith('if=') ? [] : form.replace(/^(?:of=|--?[\w-]+=)/, ''))),
    )
  if (formatters.has(program))
    return (inPlace.test(program) && !values.some((value) => /^(?:--(?:check|diff|check-only)|-c|-l)$/.test(value))) ||
      values.some((value) => /^(?:-w|-i|--write|--fix.*|--apply.*|--in-place|-o|--output.*|format)$/.test(value))
      ? { kind: 'exact', folder: null }
      : named(valuesOf(given, /^(?:-o|--output-file)/))
  if (program === 'tar' && values.some((value) => packing.test(value))) return unknownManner
  if (program === 'tar' && values.includes('--remove-files'))
    return { kind: 'tree', forms: formsIn(operands), folder: null }
  if (program === 'tar' && /^-?[a-zA-Z]*c/.test(values[0] ?? ''))
    return named([...formsIn(given.slice(1, 2)), ...valuesOf(given, /^--?f(?:ile)?/)])
  if (program === 'zip' && values.some((value) => /^-[a-zA-Z]*m|^--move$/.test(value)))
    return { kind: 'tree', forms: formsIn(operands), folder: null }
  if (program === 'zip' && values.some((value) => /^-TT|^--unzip-command/.test(value))) return unknownManner
  if (program === 'zip') return named(formsIn(operands.slice(0, 1)))
  if (program === 'yq' && !values.some((value) => /^-[a-zA-Z]*i|^--in-?place/.test(value))) return named([])
  if (/^opencode-diverter/.test(program) && /^(?:lint|test|explain|check|status|list|show)$/.test(values[0] ?? ''))
    return { kind: 'named', forms: [], folder: null }
  if (program === 'glab') return named([])
  // It works in the folder of a package.
  if (program === 'npm' && values[0] === 'explore')
    return named(formsIn(operands.slice(1, 2)).map((name) => `node_modules/${name}/**`))
  if (
    /^(?:npm|pnpm|yarn|bun)$/.test(program) &&
    installing.test(values.find((value) => !value.startsWith('-')) ?? '')
  ) {
    const names = formsIn(operands).filter((form) => !isGlob(form))
    const packages = names.slice(1).map((form) => `node_modules/${packageOf(form)}/**`)
    return named([...names, ...packages], valuesOf(given, /^(?:-C|--prefix|--dir|--cwd)/)[0] ?? null)
  }
  if (program === 'opencode' && /^(?:plug|plugin|mcp|uninstall)$/.test(values[0] ?? ''))
    return named(['opencode', 'tui'].flatMap((name) => [`.opencode/${name}.json`, `~/.config/opencode/${name}.json`]))
  if (program === 'make' || program === 'tar' || program === 'npm' || program === 'pnpm' || program === 'yarn')
    return { kind: 'unknown', folder: valuesOf(given, /^(?:-C|--directory|--prefix|--dir|--cwd)/)[0] ?? null }
  return unknownManner
}

const installing =
  /^(?:i|in|ins|install|add|update|up|upgrade|udpate|uninstall|un|unlink|remove|rm|r|link|ln|rebuild|rb|patch|patch-commit|patch-remove)$/

/** The folder that a package lies in: of `a@1`, `a@npm:b`, `./a-1.0.0.tgz`, `@a/b`. */
const packageOf = (form: string): string =>
  /^@[^/]+\/[^@/]+/.exec(form)?.[0] ??
  (form.split('@')[0] ?? '').replace(/^.*\//, '').replace(/(?:-\d[\w.-]*)?\.t(?:ar\.)?gz$/, '')

/** What a program writes that mostly reads: a second file, or one that an option names. */
function writtenByReader(program: string, given: readonly Given[], operands: readonly Given[]): string[] {
  if (program === 'uniq' || program === 'xxd')
    return formsIn(operands.filter(({ word }) => !/^(?:0x)?\d+$/.test(word.value)).slice(1))
  return program === 'tree' || program === 'less' ? valuesOf(given, /^(?:-[oO]|--(?:log-file|LOG-FILE))/) : []
}

/** They put what they unpack beside it, under its name without the ending. */
const unpackers = /^(?:gunzip|bunzip2|unxz|unlzma|unzstd|uncompress)$/
const packers = /^(?:gzip|bzip2|xz|lzma|zstd|gpg)$/
const unpacking = /^-[a-zA-Z]*d|^--(?:decompress|uncompress|decrypt)/

/** Tests of find that change what is found. */
const acting = /^-(?:delete|exec|execdir|ok|okdir)$/

const unknownManner: Manner = { kind: 'unknown', folder: null }
const named = (forms: string[], folder: string | null = null): Manner => ({ kind: 'named', forms, folder })

function destroyed(program: string, given: readonly Given[], operands: readonly Given[]): Manner {
  if (program === 'mv') {
    const { kind: _kind, ...target } = copied(given, operands)
    const put = 'forms' in target ? target.forms : []
    return { kind: 'tree', forms: [...formsIn(operands.slice(0, -1)), ...put], folder: null }
  }
  if (/^ch|^setfacl$/.test(program)) {
    const isDeep = given.some(({ word }) => /^-[a-zA-Z]*R|^--recursive/.test(word.value))
    return { kind: isDeep ? 'tree' : 'named', forms: formsIn(operands.slice(1)), folder: null }
  }
  return { kind: 'tree', forms: formsIn(operands), folder: null }
}

/** Copies land at the last operand, or in it under their own name. */
function copied(given: readonly Given[], operands: readonly Given[], isLink = false): Manner {
  // A link without a name lies here under that of its source.
  if (isLink && operands.length === 1)
    return named(formsIn(operands).flatMap((form) => [form, form.split('/').at(-1) ?? '']))
  const into = valuesOf(given, /^(?:-t|--target-directory)/)
  const targets = into.length > 0 ? into : formsIn(operands.slice(-1))
  const sources = formsIn(into.length > 0 ? operands : operands.slice(0, -1))
  const links =
    isLink || given.some(({ word }) => /^-[a-zA-Z]*[ls]|^--(?:link|symbolic-link|remove-source-files)/.test(word.value))
  if (given.some(({ word }) => word.value.startsWith('--remove-s')))
    return { kind: 'tree', forms: [...sources, ...targets], folder: null }
  const names = sources.flatMap((source) => withoutEnd(source, '/').split(/[/:]/).at(-1) ?? [])
  const placed = targets.flatMap((target) =>
    names.filter((name) => !/^(?:\.{1,2}|\*\*?)?$/.test(name)).map((name) => join(target, name)),
  )
  return named([...targets, ...placed, ...(links ? sources : []), ...valuesOf(given, synced)])
}

/** Options of git itself whose value is the next word. */
const gitValued = /^(?:-[cC]|--(?:work-tree|git-dir|namespace|exec-path|config-env))$/

function gitManner(given: readonly Given[], workTree: string | null): Manner {
  const set = formsIn(given).flatMap((form) => /^core\.worktree=(.*)/i.exec(form)?.[1] ?? [])
  const at = given.findIndex((each, place) => !isOption(each) && !gitValued.test(given[place - 1]?.word.value ?? ''))
  const [own, rest] = at < 0 ? [given, []] : [given.slice(0, at), given.slice(at + 1)]
  const folder = valuesOf(own, /^(?:-C|--work-tree)/)[0] ?? set[0] ?? workTree
  const folders = valuesOf(own, /^--git-dir(?==|$)/)
  const subcommand = given[at]?.word.value ?? ''
  if (gitReaders.has(subcommand) && !rest.some(({ word }) => notReading.test(word.value)))
    return at === 0 ? { kind: 'reads', folder } : named([], folder)
  if (gitHarmless.has(subcommand) && subcommand !== 'stash') return named(folders, folder)
  const forms = [...formsIn(rest), ...folders]
    .map((form) => (form.startsWith('-') ? valueIn(form) || form : form))
    .flatMap((form) => (isGlob(form) ? globsOfSpec(form) : form.replace(/^:(?:\([^)]*\)|\/)/, '')))
  const paths = forms.filter((form) => !form.startsWith('-') && (!isGlob(form) || form.replace(/\W/g, '') !== ''))
  if (subcommand === 'init' && paths.length === 0) paths.push('.')
  const isWhole = paths.includes('.')
  const within = folder === null ? [] : ['.']
  return !isWhole && (subcommand === 'rm' || subcommand === 'mv' || subcommand === 'clean')
    ? { kind: 'tree', forms: [...paths, ...within], folder }
    : named([...paths, ...within], folder)
}

import { isHarmlessSed } from './sed-script.ts'

/**
 * Operands, not options, by which a program runs what it is given or leads elsewhere. A star stands for no option, so
 * none needs to be known; these are spelled in a pattern or not allowed.
 */
export interface Indirection {
  /** Subcommands, or other first operands. */
  first?: readonly string[]
  /** True if the beginning of a subcommand is enough. */
  shortened?: boolean
  /** Words of any place. */
  words?: RegExp
  /** True if nothing is run or reached by the first operand behind the name. */
  operand?: (text: string) => boolean
}

/** A shell reads the words of a script once more. */
const reread: RegExp = /[`$;&|<>]/
const remote: Indirection = { words: /^[^/]*:/ }
/** A repository on another machine, or one that a helper reaches; a remote has a name. */
const repository: Indirection = { operand: (text) => !/^[^/]*:/.test(text) }
/** An `@` loads a file or calls what a variable names. */
const awk: Indirection = { words: /system\s*\(|getline|[|>@]/ }
const runner = (...first: string[]): Indirection => ({ first, words: reread })
/** Variables too, which may be spelled with blanks, and one of them is the shell; a glob may find a file named so. */
const make: Indirection = { words: /[`$;&|<>=]|^[^/]*[*?[]/ }

/** Settings of git whose values it runs, or that lead elsewhere. */
const runningSetting =
  /^(?:alias|browser|credential|difftool|filter|gpg|guitool|include(?:if)?|init|man|merge|mergetool|pager|remote|sendemail|sequence|trailer|url|protocol)\.|^core\.(?:askpass|attributesfile|editor|fsmonitor|gitproxy|hookspath|pager|sshcommand|worktree)$|^diff\.(?:external|.+\.(?:command|textconv))$|^(?:interactive\.difffilter|uploadpack\.packobjectshook|http\.proxy)$/i

/** By program, and by program and subcommand. */
export const indirections: Readonly<Record<string, Indirection>> = {
  git: {
    first: [
      ...['config', 'credential', 'daemon', 'difftool', 'filter-branch', 'http-backend', 'instaweb', 'mergetool'],
      ...['remote-ext', 'remote-fd', 'send-email', 'shell', 'web--browse'],
    ],
  },
  'git bisect': { words: /^run$/ },
  'git config': { words: runningSetting },
  'git clone': repository,
  'git fetch': repository,
  'git ls-remote': repository,
  'git pull': repository,
  'git push': repository,
  'git remote': remote,
  'git submodule': { words: /^foreach$|^[^/]*:/ },
  'git subtree': remote,
  npm: {
    ...runner('c', 'config', 'create', 'edit', 'exec', 'explore', 'init', 'innit', 'set', 'x'),
    shortened: true,
  },
  pnpm: runner('config', 'create', 'dlx', 'exec'),
  yarn: runner('config', 'create', 'dlx', 'exec'),
  bun: runner('create', 'exec', 'x'),
  deno: runner('eval', 'repl'),
  // A version is of code that lies elsewhere.
  go: { first: ['tool'], words: /@/ },
  uv: runner('run', 'tool'),
  poetry: runner('run'),
  pipenv: runner('run'),
  pdm: runner('run'),
  bundle: runner('exec'),
  composer: runner('exec'),
  rails: runner('r', 'runner'),
  mix: runner('cmd', 'do', 'eval', 'run'),
  dotnet: runner('exec'),
  mise: runner('exec', 'x'),
  nix: runner('develop', 'run', 'shell'),
  gh: runner('alias', 'extension', 'extensions', 'ext'),
  make,
  gmake: make,
  bmake: make,
  just: { words: reread },
  task: { words: reread },
  awk,
  gawk: awk,
  mawk: awk,
  nawk: awk,
  'original-awk': awk,
  goawk: awk,
  sed: { operand: isHarmlessSed },
  gsed: { operand: isHarmlessSed },
  // Options may stand there without a dash, and a colon names another machine.
  tar: { operand: (text) => !/^[A-Za-z]*[CFIKPTX]/.test(text), words: /^[^/]*:/ },
  psql: { words: /\\|\bprogram\b|\bcopy\b[^']*'|\blo_(?:import|export)\b|\bpg_(?:read|write|ls|stat)_/i },
  mysql: { words: /^\s*(?:system|source|tee|pager|edit)\b|\\|\binto\s+(?:outfile|dumpfile)\b|\bload_file\b/i },
  sqlite3: { words: /^\s*\.|load_extension|writefile|readfile|\bedit\s*\(/ },
  // Both read files that their code names.
  jq: { words: /^\s*(?:module\b.*;\s*)?(?:import|include)\b/ },
  yq: { words: /\bload(?:_?\w+)?\s*\(/ },
  rsync: remote,
  scp: remote,
  sftp: remote,
}

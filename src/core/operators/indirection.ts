/**
 * Operands, not options, by which a program runs what it is given or leads elsewhere. A star stands for no option, so
 * none needs to be known; these are spelled in a pattern or not allowed.
 */
export interface Indirection {
  /** Subcommands, or other first operands. */
  first?: readonly string[]
  /** Words of any place. */
  words?: RegExp
}

/** A shell reads the words of a script once more. */
const reread: RegExp = /[`$;&|<>]/
const remote: Indirection = { words: /^[^/]*:/ }
const awk: Indirection = { words: /system\s*\(|getline|[|>]|@(?:load|include)/ }

/** By program, and by program and subcommand. */
export const indirections: Readonly<Record<string, Indirection>> = {
  git: {
    first: [
      ...['config', 'credential', 'daemon', 'difftool', 'filter-branch', 'http-backend', 'instaweb', 'mergetool'],
      ...['remote-ext', 'remote-fd', 'send-email', 'shell', 'web--browse'],
    ],
  },
  'git bisect': { words: /^run$/ },
  'git submodule': { words: /^foreach$/ },
  npm: { first: ['config', 'exec', 'explore', 'set', 'x'], words: reread },
  pnpm: { first: ['config', 'dlx', 'exec'], words: reread },
  yarn: { first: ['config', 'dlx', 'exec'], words: reread },
  bun: { first: ['exec', 'x'], words: reread },
  deno: { first: ['eval', 'repl'], words: reread },
  make: { words: reread },
  just: { words: reread },
  task: { words: reread },
  awk,
  gawk: awk,
  mawk: awk,
  sed: { words: /(?:^|[;{}\s\d$/,])[ewWrR](?:\s|$)|[/|,#][gpiIm\d]*[ew]/ },
  rsync: remote,
  scp: remote,
  sftp: remote,
}

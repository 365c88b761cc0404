/**
 * Ways in which an allowed program is made to run another one or to load other configuration.
 * A command that uses one is allowed only if its pattern spells it. The list is kept, not complete:
 * it is a guard rail for allowed commands, not a sandbox.
 */
export interface Indirection {
  /** Options that count before the first operand (a script or subcommand); short ones also in clusters. */
  before?: readonly string[]
  /** Options that count anywhere. */
  anywhere?: readonly string[]
  /** Subcommands, or other first operands. */
  first?: readonly string[]
  /** Words of any place. */
  words?: RegExp
}

/** Long options that mean the same in many programs. */
export const everywhere: readonly string[] = [
  '--config',
  '--config-file',
  '--eval',
  '--exec',
  '--exec-batch',
  '--exec-path',
  '--globalSetup',
  '--import',
  '--init-script',
  '--loader',
  '--node-options',
  '--plugin',
  '--preload',
  '--rcfile',
  '--require',
  '--rsh',
  '--script-shell',
  '--setupFiles',
  '--shell',
  '--use-compress-program',
]

const assignments = /^[A-Za-z_][A-Za-z0-9_]*[:+?!]?=/
const packages: Indirection = {
  before: ['-c', '-C'],
  anywhere: ['--call', '--cwd', '--dir', '--globalconfig', '--prefix', '--registry', '--userconfig', '--use-yarnrc'],
}
const node: Indirection = {
  before: ['-e', '-p', '-r', '-i'],
  anywhere: ['--env-file', '--experimental-loader', '--print', '--experimental-config-file', '--tsconfig'],
}
const shell: Indirection = { before: ['-i', '-l'], anywhere: ['--init-file', '--login'] }
const remote: Indirection = { before: ['-e', '-F', '-o', '-S'], anywhere: ['-e', '-o', '--rsync-path'] }
const editor: Indirection = { anywhere: ['-c', '-S', '-u', '--cmd', '-s'], words: /^\+/ }
const searcher: Indirection = { anywhere: ['--pre', '--hostname-bin', '-x', '-X'] }

/** By program, and by program and subcommand. */
export const indirections: Readonly<Record<string, Indirection>> = {
  git: {
    before: ['-c', '--config-env', '--git-dir', '--work-tree'],
    anywhere: ['--upload-pack', '--receive-pack', '--open-files-in-pager', '--extcmd', '--output', '--template'],
    first: ['config', 'filter-branch', 'difftool', 'mergetool', 'daemon', 'send-email'],
    words: /^(?:ext|fd)::/,
  },
  'git bisect': { words: /^run$/ },
  'git clone': { anywhere: ['-c', '-u'] },
  'git grep': { anywhere: ['-O'] },
  'git rebase': { anywhere: ['-x', '-i', '--interactive'] },
  'git submodule': { words: /^foreach$/ },
  npm: { ...packages, first: ['config', 'explore', 'set'] },
  pnpm: packages,
  yarn: packages,
  npx: packages,
  bunx: packages,
  node,
  tsx: node,
  'ts-node': node,
  bun: { ...node, anywhere: [...(node.anywhere ?? []), '--cwd'] },
  deno: { first: ['eval', 'repl'], anywhere: ['-c', '--import-map', '--allow-all', '-A', '--allow-run'] },
  python: { before: ['-c', '-m', '-i'] },
  perl: { before: ['-e', '-E', '-M', '-m', '-I'] },
  ruby: { before: ['-e', '-r', '-I'] },
  php: { before: ['-r', '-d', '-c', '-B', '-R', '-E'] },
  lua: { before: ['-e', '-l'] },
  awk: { words: /system\s*\(|getline|[|>]/, anywhere: ['-i', '-l', '-E'] },
  sed: { anywhere: ['-i', '--in-place'], words: /(?:^|[;{}\s\d$/,])[ew](?:\s|$)|[/|,#][gpiIm\d]*[ew]/ },
  find: { anywhere: ['-exec', '-execdir', '-ok', '-okdir', '-delete', '-fprint', '-fprint0', '-fprintf', '-fls'] },
  fd: searcher,
  rg: searcher,
  tar: {
    before: ['-I', '-F'],
    anywhere: [
      '-I',
      '-F',
      '--checkpoint-action',
      '--info-script',
      '--new-volume-script',
      '--rmt-command',
      '--rsh-command',
      '--to-command',
    ],
  },
  zip: { anywhere: ['-T', '-TT', '--unzip-command'] },
  sort: { anywhere: ['--compress-program', '-o', '--output'] },
  ssh: remote,
  scp: remote,
  sftp: remote,
  rsync: remote,
  make: {
    anywhere: ['-C', '-E', '-I', '-f', '--directory', '--file', '--include-dir', '--makefile'],
    words: assignments,
  },
  cmake: { anywhere: ['-E', '-P'] },
  cargo: { anywhere: ['-Z', '--manifest-path'] },
  go: { anywhere: ['-exec', '-overlay', '-modfile', '-toolexec', '-vettool'] },
  mvn: { anywhere: ['-f', '-gs', '-s', '--file', '--global-settings', '--settings'] },
  gradle: { anywhere: ['-b', '-c', '-I', '-p', '--build-file', '--project-dir', '--settings-file'] },
  curl: { anywhere: ['-K'] },
  wget: { anywhere: ['-e', '--execute', '--use-askpass'] },
  man: { anywhere: ['-P', '--pager', '-H', '--html'] },
  vim: editor,
  vi: editor,
  nvim: editor,
  emacs: { anywhere: ['-l', '--load', '-f', '--funcall', '--batch'] },
  bash: shell,
  sh: shell,
  zsh: shell,
  dash: shell,
  ksh: shell,
  gdb: { anywhere: ['-ex', '-x', '-iex', '--command', '--eval-command'] },
  strace: { anywhere: ['-o'] },
  eslint: { anywhere: ['-c', '--rulesdir', '--resolve-plugins-relative-to', '-f', '--format'] },
  vitest: { anywhere: ['-c', '--root', '-r', '--environment', '--reporter', '--runner'] },
  jest: { anywhere: ['-c', '--resolver', '--rootDir', '--runner', '--testRunner', '--transform', '--reporters'] },
  mocha: { anywhere: ['-r', '--package', '--reporter', '-R', '--ui'] },
  prettier: { anywhere: ['--ignore-path'] },
  pytest: { anywhere: ['-c', '-p', '--rootdir'] },
}

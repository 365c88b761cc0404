/** How a program that only runs another one is called, so that the inner command can be told exactly. */
export interface Wrapper {
  flags?: readonly string[]
  /** Options with a value, in the same word or in the next. */
  valued?: readonly string[]
  /** Words before the inner command. */
  operands?: number
}

const none: Wrapper = {}

export const wrappers: Readonly<Record<string, Wrapper>> = {
  env: { flags: ['-i', '-', '--ignore-environment'], valued: ['-u', '--unset'] },
  timeout: {
    flags: ['--foreground', '--preserve-status', '-v', '--verbose'],
    valued: ['-k', '--kill-after', '-s', '--signal'],
    operands: 1,
  },
  nice: { valued: ['-n', '--adjustment'] },
  ionice: { valued: ['-c', '-n', '--class', '--classdata'], flags: ['-t', '--ignore'] },
  stdbuf: { valued: ['-i', '-o', '-e', '--input', '--output', '--error'] },
  nohup: none,
  setsid: { flags: ['-c', '-f', '-w', '--ctty', '--fork', '--wait'] },
  time: { flags: ['-p', '-v'] },
  command: { flags: ['-p'] },
  builtin: none,
  exec: { flags: ['-c', '-l'], valued: ['-a'] },
  sudo: { flags: ['-A', '-b', '-E', '-H', '-k', '-n', '-P', '-S'], valued: ['-C', '-D', '-g', '-h', '-p', '-T', '-u'] },
  doas: { flags: ['-n'], valued: ['-u'] },
  xargs: {
    flags: ['-0', '-r', '-t', '-x', '--null', '--no-run-if-empty'],
    valued: ['-a', '-d', '-E', '-I', '-L', '-n', '-P', '-s', '--max-args', '--max-procs', '--replace', '--delimiter'],
  },
}

/** Other programs that run what stands in their words, somewhere. */
export const carriers: ReadonlySet<string> = new Set([
  ...Object.keys(wrappers),
  ...['npx', 'bunx', 'pnpx', 'busybox', 'chroot', 'chrt', 'flock', 'parallel', 'pkexec', 'runuser', 'script', 'ssh'],
  ...['yarn', 'bun', 'deno', 'tmux', 'screen'],
  ...['strace', 'ltrace', 'su', 'systemd-run', 'taskset', 'toybox', 'unbuffer', 'unshare', 'watch', 'dlx', 'nsenter'],
])

/** Programs whose first operand is a program with options of its own. */
export const runners: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx'])

export const shells: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'mksh', 'fish'])

/** Programs that run the code that they are given. */
export const interpreters =
  /^(?:python|pypy|perl|ruby|php|lua|node|bun|deno|tsx|ts-node|osascript|awk|gawk|mawk|nawk|ed|ex|vi|vim|nvim|emacs|sqlite3|psql|mysql|Rscript|julia|groovy|pwsh|powershell|tclsh|expect|guile|elixir|irb|swift)$/

/** The name of a program without folder, ending of Windows and version. */
export function programOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1).replace(/\.(?:exe|cmd|bat)$/i, '')
  return /^(?:python|pypy|perl|ruby|php|lua|node)[\d.]+$/.test(base) ? base.replace(/[\d.]+$/, '') : base
}

/** Where the inner command begins; null if there is none, undefined if an option is not known. */
export function innerStart(words: readonly string[], wrapper: Wrapper): number | null | undefined {
  let at = 1
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!word.startsWith('-')) break
    const [option = ''] = word.split('=')
    if (wrapper.flags?.includes(word)) continue
    if (wrapper.valued?.includes(option)) at += word.includes('=') ? 0 : 1
    else if (!wrapper.valued?.includes(word.slice(0, 2)) && word !== '--') return undefined
  }
  at += wrapper.operands ?? 0
  return at < words.length ? at : null
}

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rgPath } from '@vscode/ripgrep'
import { settleDependencies } from './settled.ts'

/** The root of this repository; `DIVERTER_ROOT` names it where this file runs from a bundle. */
export const repository = process.env['DIVERTER_ROOT'] ?? fileURLToPath(new URL('../..', import.meta.url))

/**
 * The host's program for this machine, from its platform package: its install script may not have run.
 * Each try takes a second, so the answer may be told by `DIVERTER_HOST`.
 */
export function hostProgram(): string {
  const known = process.env['DIVERTER_HOST']
  if (known !== undefined) return known
  const base = `opencode-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  for (const name of [base, `${base}-baseline`, `${base}-musl`, `${base}-baseline-musl`]) {
    const file = join(
      repository,
      'node_modules',
      name,
      'bin',
      process.platform === 'win32' ? 'opencode.exe' : 'opencode',
    )
    if (existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0) return file
  }
  throw new Error(`Cannot find a host program: no package ${base} runs here; run npm ci without --omit=optional`)
}

/** The environment of a host process: a HOME of its own, nothing of the person's settings, `rg` on PATH. */
export function hostEnvironment(home: string, directory: string): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(XDG_|OPENCODE|VITEST|NODE_OPTIONS$)/.test(name)),
  )
  return {
    ...kept,
    HOME: home,
    PWD: directory,
    PATH: `${dirname(rgPath)}${delimiter}${process.env['PATH'] ?? ''}`,
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
  }
}

export interface HostProcess {
  child: ChildProcess
  /** All that it has printed so far. */
  output: () => string
  /** The same without what went to standard error. */
  answer: () => string
  /** Resolves with the exit code, or null after a signal. */
  ended: Promise<number | null>
}

export interface HostInstallation {
  program: string
  home: string
}

/** The host with a HOME below `folder`. */
export function installHost(folder: string): HostInstallation {
  const home = join(folder, 'home')
  settleDependencies(join(home, '.config/opencode'))
  return { program: hostProgram(), home }
}

/** Starts the host; it is killed with this process at the latest. */
export function startHost(
  host: HostInstallation,
  directory: string,
  given: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): HostProcess {
  const child = spawn(host.program, given, {
    cwd: directory,
    env: { ...hostEnvironment(host.home, directory), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let answered = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8')
    answered += chunk.toString('utf8')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString('utf8')
  })
  const killLast = () => child.kill('SIGKILL')
  process.once('exit', killLast)
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      process.removeListener('exit', killLast)
      resolve(code)
    })
  })
  return { child, output: () => printed, answer: () => answered, ended }
}

/** Ends a host process that we started: by request, and after ten seconds by force. */
export async function stopHost(running: HostProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (running.child.exitCode !== null || running.child.signalCode !== null) return
  running.child.kill(signal)
  const force = setTimeout(() => running.child.kill('SIGKILL'), 10_000)
  await running.ended
  clearTimeout(force)
}

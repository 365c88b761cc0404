import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { isSystemError } from '../runtime/text/failure-text.ts'
import { redact } from '../runtime/text/redact.ts'
import { oneLine } from '../runtime/text/visible.ts'
import { jsonOf } from './notice.ts'
import type { Delivery, OutletWorld, Send, Undelivered } from './outlet.ts'

/** What a program gets of the environment, so that a notice can be shown; keys and tokens are not among it. */
const harmless = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'TERM'],
  ...['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR'],
  ...['SYSTEMROOT', 'WINDIR', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
])

/** Without what may be a secret. */
export const harmlessOf = (environment: OutletWorld['environment']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => {
      const isHarmless = harmless.has(name.toUpperCase()) || /^LC_[A-Z]+$/.test(name)
      return value !== undefined && isHarmless ? [[name, value] as const] : []
    }),
  )

/** Runs a program without a shell, with the notice as JSON on its standard input. What it prints is nobody's. */
export function commandSend(
  [program = '', ...words]: readonly string[],
  { environment, home }: Pick<OutletWorld, 'environment' | 'home'>,
): Send {
  const shown = oneLine(redact(program))
  return (notice, signal) =>
    new Promise((resolve) => {
      const child = started(program, words, {
        cwd: home,
        env: harmlessOf(environment),
        stdio: ['pipe', 'ignore', 'ignore'],
        // A group of its own can be ended with all that it started.
        detached: process.platform !== 'win32',
        windowsHide: true,
      })
      if (child instanceof Error) return resolve(notStarted(child, shown))
      const end = (delivery: Delivery): void => {
        signal.removeEventListener('abort', abort)
        resolve(delivery)
      }
      const abort = (): void => {
        const isEnded = endAll(child)
        end(
          lost(
            'timeout',
            `${shown} took too long${isEnded ? ' and was ended' : ', and the system does not let it be ended'}`,
          ),
        )
      }
      signal.addEventListener('abort', abort)
      child.once('error', (error) => end(notStarted(error, shown)))
      child.once('exit', (code, killed) =>
        end(
          code === 0 ? { ok: true, how: `${shown} ended well` } : lost('exit', `${shown} ended with ${code ?? killed}`),
        ),
      )
      // Who does not read it closes it: its exit code says how that went.
      child.stdin?.once('error', () => child.stdin?.destroy())
      child.stdin?.end(`${jsonOf(notice)}\n`)
    })
}

/** Some names are refused before anything is started. */
function started(program: string, words: string[], options: SpawnOptions): ChildProcess | Error {
  try {
    return spawn(program, words, options)
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

function notStarted(error: Error, shown: string): Undelivered {
  const why = isSystemError(error) && error.code === 'ENOENT' ? 'there is no such program' : 'it cannot be started'
  return lost('no-program', `${shown}: ${why}`)
}

/** False for one that runs in the name of somebody else. */
function endAll(child: ChildProcess): boolean {
  if (child.pid === undefined) return true
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    if (!isSystemError(error)) throw error
    // It ended a moment ago.
    return error.code === 'ESRCH'
  }
  return true
}

const lost = (code: Undelivered['code'], why: string): Undelivered => ({ ok: false, code, why, isPassing: false })

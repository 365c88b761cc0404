import { type ChildProcess, spawn } from 'node:child_process'
import { failureText } from '../../runtime/text/failure-text.ts'
import type { Asked } from './surroundings.ts'

/** No program needs more to say its version, in letters. */
const longest = 4096

/**
 * Starts a program with `--version` and takes what it prints. One that hangs or never stops printing is ended with all
 * that it started. `patience` is in milliseconds.
 */
export function askVersion(program: string, patience: number): Promise<Asked> {
  const isWindows = process.platform === 'win32'
  // On Windows programs of npm are scripts, which only a shell starts. Elsewhere it leads a group, to be ended as one.
  const child = spawn(program, ['--version'], {
    shell: isWindows,
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return new Promise((resolve) => {
    let printed = ''
    const finish = (asked: Asked): void => {
      clearTimeout(timer)
      resolve(asked)
    }
    const giveUp = (why: string): void => {
      child.stdout.destroy()
      endAll(child)
      finish({ state: 'failed', why })
    }
    const timer = setTimeout(() => giveUp(`it did not answer within ${patience / 1000} s`), patience)
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString('utf8')
      if (printed.length > longest) giveUp('it printed more than a version')
    })
    child.once('error', (error: NodeJS.ErrnoException) =>
      finish(error.code === 'ENOENT' ? { state: 'absent' } : { state: 'failed', why: failureText(error) }),
    )
    child.once('close', (code, signal) => {
      const isAbsent = isWindows && code === 1 && printed === ''
      if (code === 0) finish({ state: 'answered', text: printed })
      else finish(isAbsent ? { state: 'absent' } : { state: 'failed', why: `it ended with ${code ?? signal}` })
    })
  })
}

function endAll(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch (error) {
    // It ended by itself meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

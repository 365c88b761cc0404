import { spawn } from 'node:child_process'
import { failureText } from '../../runtime/text/failure-text.ts'

/** How a run of this program ended. */
export interface Ended {
  /** Null if a signal ended it, or it could not begin. */
  code: number | null
  output: string
  errors: string
}

/** Runs this program once more beside this process. `heard` gets what it has written to standard error so far. */
export type Beside = (
  words: readonly string[],
  given: { cwd: string; gone: AbortSignal; heard: (errors: string) => void },
) => Promise<Ended>

/** More than any command of ours writes, in characters. */
const mostOutput = 50_000_000

/** `program` is the interpreter and the file that it runs. */
export const besideOf =
  (program: string, file: string): Beside =>
  (words, { cwd, gone, heard }) =>
    new Promise((resolve) => {
      const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
      const child = spawn(program, [file, ...words], { cwd, stdio, signal: gone })
      let output = ''
      let errors = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (output.length > mostOutput) child.kill()
      })
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (errors.length <= mostOutput) errors += text
        heard(errors)
      })
      child.once('error', (error) =>
        resolve({ code: null, output, errors: gone.aborted ? errors : failureText(error) }),
      )
      child.once('close', (code) => resolve({ code, output, errors }))
    })

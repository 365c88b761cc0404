import { expectedText } from '../../runtime/text/failure-text.ts'
import { visible } from '../../runtime/text/visible.ts'
import { type CommandIo, exit } from './io.ts'

/** The two streams that a command writes to. */
export interface Output {
  write: (text: string) => void
  writeError: (text: string) => void
  /** Nobody reads the output any more. */
  gone: AbortSignal
  /** Why output was lost, in words, though somebody wants to read it; null if all is well. */
  problem: () => string | null
}

type Stream = Pick<NodeJS.WriteStream, 'write' | 'on'>

/** A reader that has seen enough, such as `head`, is no failure: the rest is left out, and the command goes on. */
export function openOutput(standard: Stream, errors: Stream): Output {
  const gone = new AbortController()
  let problem: string | null = null
  const open = (stream: Stream, closed: () => void): ((text: string) => void) => {
    let isOpen = true
    stream.on('error', (error: Error) => {
      isOpen = false
      closed()
      if (!('code' in error) || error.code !== 'EPIPE') problem ??= expectedText(error) ?? error.message
    })
    return (text) => {
      if (isOpen) stream.write(text)
    }
  }
  return {
    write: open(standard, () => gone.abort()),
    writeError: open(errors, () => undefined),
    gone: gone.signal,
    problem: () => problem,
  }
}

/** Surroundings in which nothing that others wrote moves a cursor, hides or turns a text, whatever command prints it. */
export function harmless(io: CommandIo): CommandIo {
  const shown: (write: CommandIo['write']) => CommandIo['write'] = (write) => (text, form) => {
    if (form === 'painted') write(text.split(colours).map(visibleOrColour).join(''))
    else write(form === 'data' && io.isTerminal !== true ? text : visible(text))
  }
  return { ...io, write: shown(io.write), writeError: shown(io.writeError) }
}

/** What colours, weights and their ends are written with. */
const colours = /(\x1b\[\d{1,2}m)/

/** Of a text that was split at its colours each second part is one. */
const visibleOrColour = (part: string, at: number): string => (at % 2 === 1 ? part : visible(part))

/** The exit code at the end of a command; output that was lost is said where somebody may still read it. */
export function endOf({ problem, writeError }: Pick<Output, 'problem' | 'writeError'>, code: number): number {
  const why = problem()
  if (why === null) return code
  writeError(`Cannot write all of the output: ${why}\n`)
  return exit.unreadable
}

import { uptime } from 'node:os'
import { isSystemError } from '../../runtime/text/failure-text.ts'

/** The name of this process, or of this instance of the plugin in it, in the lines of a night. */
export const processName = (): string => `${process.pid}-${Date.now().toString(36)}`

/** Whether a process of that name may still be at work; one of our own id is an earlier instance, which was disposed. */
export function isAlive(name: string): boolean {
  const [, id, began] = /^(\d+)-([0-9a-z]+)$/.exec(name) ?? []
  if (id === undefined || began === undefined || Number(id) === process.pid) return false
  const boot = Date.now() - uptime() * 1000
  return Number.parseInt(began, 36) >= boot && hasProcess(Number(id))
}

function hasProcess(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch (error) {
    if (!isSystemError(error)) throw error
    // It is there if it only belongs to somebody else.
    return error.code !== 'ESRCH'
  }
}

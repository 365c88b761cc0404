import { writeSync } from 'node:fs'
import type { TuiPluginApi } from '@opencode-ai/plugin/tui'
import type { Screen } from './alert.ts'

/** The part of the renderer that shows notifications; its own types come with native code. */
interface Notifier {
  triggerNotification: (message: string, title?: string) => boolean
}

/** The terminal of this TUI half. The person asked for notices in a config of their own, so they come at any time. */
export function screenOf({ attention, renderer }: TuiPluginApi): Screen {
  const notifier: Notifier = renderer
  return {
    attention: async (title, message) => {
      const { ok } = await attention.notify({ title, message, notification: { when: 'always' }, sound: true })
      return ok
    },
    notification: (title, text) => notifier.triggerNotification(text, title),
    bell: () => ring(process.stdout.fd),
  }
}

/** False where the terminal takes nothing at the moment, or is gone. */
function ring(file: number): boolean {
  try {
    return writeSync(file, '\u0007') === 1
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return false
  }
}

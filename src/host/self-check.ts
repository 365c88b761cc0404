import { fieldsOf } from '../decode/payload.ts'

/** The calls of OpenCode's client without which something that people count on does not happen. */
const needed: readonly (readonly [string, string])[] = [
  ['_client.post', 'a permission request cannot be answered'],
  ['session.promptAsync', 'the agent cannot be told to go on'],
  ['session.abort', 'a turn without end cannot be ended'],
  ['tui.showToast', 'nothing can be said to you while a session works'],
]

/** What this OpenCode's client lacks, as far as a start can see it: nothing is called. */
export function missingCalls(client: unknown): string[] {
  return needed.flatMap(([path, consequence]) => {
    const found = path.split('.').reduce((value: unknown, key) => fieldsOf(value)[key], client)
    return typeof found === 'function' ? [] : [`This OpenCode's client has no ${path}: ${consequence}`]
  })
}

const requestNews = /^(?:permission|question)\.(?:\w+\.)*(?:asked|requested|updated|created)$/

/** Says that a request is told under a name that we do not know: it waits for a person. Null for every other event. */
export function unknownRequest(type: string): string | null {
  return requestNews.test(type)
    ? `This OpenCode tells of requests as ${type}, which this version of the plugin does not know: they wait for you`
    : null
}

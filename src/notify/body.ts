import { EvaluationError } from '../core/operators/error.ts'
import { compileText } from '../core/template/template.ts'
import type { readyBodies } from '../policy/schema/notify.ts'
import { fieldsOf, jsonOf, type Notice } from './notice.ts'

/** What is sent to an address. */
export interface Body {
  type: string
  text: string
}

type Ready = (typeof readyBodies)[number]

const json = 'application/json'
const plain = 'text/plain; charset=utf-8'

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Slack takes these signs for markup of its own, such as a mention of everybody. */
const inSlack = (text: string): string =>
  inJson(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))

const where = '{{#if name}}{{name}} · {{/if}}{{project}}'

/** How a text is sent: as what, and with what done to the values in it. */
interface Form {
  type: string
  source: string
  adapt: ((text: string) => string) | null
}

const ready: Record<Exclude<Ready, 'json'>, Form> = {
  slack: { type: json, source: `{"text":"*{{title}}*\\n{{text}}\\n${where}"}`, adapt: inSlack },
  // Nobody is called by what an agent wrote.
  discord: {
    type: json,
    source: `{"content":"**{{title}}**\\n{{text}}\\n${where}","allowed_mentions":{"parse":[]} }`,
    adapt: inJson,
  },
  ntfy: { type: plain, source: `{{title}}\n{{text}}\n${where}`, adapt: null },
}

const isReady = (name: string): name is keyof typeof ready => Object.hasOwn(ready, name)

const ownForm = (source: string): Form =>
  /^\s*[{[](?!\{)/.test(source) ? { type: json, source, adapt: inJson } : { type: plain, source, adapt: null }

/** Makes bodies by the setting of an outlet. A string says why there is none. */
export function bodyMaker(setting: string): (notice: Notice) => Body | string {
  if (setting === 'json') return (notice) => ({ type: json, text: jsonOf(notice) })
  const { type, source, adapt } = isReady(setting) ? ready[setting] : ownForm(setting)
  const render = compileText(source, adapt)
  return (notice) => {
    try {
      const text = render(fieldsOf(notice))
      return type === json && !isJson(text) ? 'its body begins like JSON and is none' : { type, text }
    } catch (error) {
      if (!(error instanceof EvaluationError) || error.cause !== undefined) throw error
      return error.message
    }
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return false
  }
}

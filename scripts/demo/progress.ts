import type { HostEvent } from '../../tests/support/serve.ts'

interface ToolPart {
  type: 'tool'
  tool: string
  callID: string
  state: { status: string; input?: Record<string, unknown>; error?: string; output?: string }
}

interface TextPart {
  type: 'text'
  id: string
  text: string
  messageID: string
  synthetic?: boolean
  ignored?: boolean
  time?: { end?: number }
}

/** Turns bus events of one session into lines that a person can follow. */
export function narrator(print: (who: string, what: string) => void): (event: HostEvent) => void {
  const told = new Set<string>()
  const roles = new Map<string, string>()
  const once = (key: string, who: string, what: string) => {
    if (told.has(key)) return
    told.add(key)
    print(who, what)
  }
  return ({ type, properties }) => {
    if (type === 'message.updated') {
      const info = properties['info'] as { id: string; role: string }
      roles.set(info.id, info.role)
    }
    if (type === 'permission.asked') {
      const { id, permission, patterns } = properties as unknown as {
        id: string
        permission: string
        patterns: string[]
      }
      once(`${id} asked`, 'agent', `asks: may I use ${permission} for ${patterns.join(', ')}?`)
    }
    if (type === 'permission.replied') {
      const { requestID, reply } = properties as unknown as { requestID: string; reply: string }
      once(
        `${requestID} replied`,
        'policy',
        reply === 'reject' ? 'no, and it is written down for you' : `answers ${reply}`,
      )
    }
    if (type === 'tui.toast.show')
      once(`toast ${String(properties['message'])}`, 'policy', String(properties['message']))
    if (type !== 'message.part.updated') return
    const part = properties['part'] as ToolPart | TextPart | { type: 'other' }
    if (part.type === 'tool' && (part.state.status === 'completed' || part.state.status === 'error')) {
      once(part.callID, ...toolLine(part))
    }
    if (part.type === 'text' && !part.synthetic && !part.ignored) {
      if (roles.get(part.messageID) === 'user') once(part.id, 'message', firstLines(part.text))
      else if (part.time?.end) once(part.id, 'agent', `says: ${firstLines(part.text)}`)
    }
  }
}

function toolLine({ tool, state }: ToolPart): [string, string] {
  const input = state.input ?? {}
  if (tool === 'question') return ['policy', 'nobody is here to answer; the question is written down for you']
  if (tool === 'bash' && state.status === 'error') return ['agent', 'is told that nobody can allow it, and goes on']
  if (tool === 'blocker') return ['agent', `logs a blocker: ${String(input['question'])}`]
  if (tool === 'todowrite') {
    const todos = Array.isArray(input['todos']) ? (input['todos'] as { status: string }[]) : []
    return ['agent', `has done ${todos.filter((todo) => todo.status === 'completed').length} of ${todos.length} tasks`]
  }
  const subject = input['filePath'] ?? input['command'] ?? input['pattern'] ?? ''
  return ['agent', `${tool} ${String(subject)}${state.status === 'error' ? ' fails' : ''}`]
}

function firstLines(text: string): string {
  const line = text
    .trim()
    .split(/\s*\n\s*/)
    .join(' / ')
  return line.length > 110 ? `${line.slice(0, 109)}…` : line
}

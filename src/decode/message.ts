/** What is kept of one assistant message while it is written. */
export interface MessageMirror {
  readonly id: string
  /** Milliseconds since 1970, by the host's clock. */
  readonly created: number
  /** A compaction's summary: never a turn's end, never progress. */
  readonly summary: boolean
  completed: boolean
  finish: string | null
  failed: boolean
  /** True once a model has begun to write it; a shell command of the user makes a message without. */
  written: boolean
  calls: number
  /** Those of them that ran a command which may write. */
  readonly commands: string[]
  progress: boolean
  /** Parts in the order in which they began. */
  readonly parts: Map<string, { kind: string; text: string }>
}

export function newMessage(id: string, created: number, summary: boolean): MessageMirror {
  return {
    id,
    created,
    summary,
    completed: false,
    finish: null,
    failed: false,
    written: false,
    calls: 0,
    commands: [],
    progress: false,
    parts: new Map(),
  }
}

/**
 * What a person reads of the message: adjacent text parts without anything between, since a word may be split
 * over them; others on lines of their own.
 */
export function visibleText(message: MessageMirror): string {
  let text = ''
  let before = ''
  for (const { kind, text: own } of message.parts.values()) {
    if (kind === 'text') {
      if (text !== '' && before !== 'text') text += '\n'
      text += own
    }
    before = kind
  }
  return text
}

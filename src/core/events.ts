export const verdicts = ['pass', 'allow', 'ask', 'deny'] as const
export type VerdictName = (typeof verdicts)[number]

/** What happens, with its fields; see vocabulary.ts for the field types. */
export const events = {
  'session.opened': { byPerson: true, fields: { origin: 'created|resumed|forked' } },
  'session.closed': { byPerson: true, fields: {} },
  'user.wrote': { byPerson: true, fields: { message: 'id', text: 'string' } },
  'user.interrupted': { byPerson: true, fields: {} },
  'command.run': {
    byPerson: true,
    verdicts: ['pass', 'deny'],
    fields: { name: 'string', action: 'string', text: 'string' },
  },
  'run.wanted': { byPerson: true, fields: { via: 'terminal|page' } },
  'permission.asked': {
    verdicts: ['pass', 'allow', 'ask', 'deny'],
    fields: {
      request: 'id',
      permission: 'string',
      patterns: 'list<string>',
      command: 'string?',
      paths: 'list<path>',
      url: 'string?',
      call: 'id?',
      workdir: 'path?',
      input: 'json',
      fingerprint: 'string',
      exact: 'boolean',
      class: 'string?',
    },
  },
  'question.asked': {
    verdicts: ['pass', 'ask', 'deny'],
    fields: {
      request: 'id?',
      questions: 'list<question>',
      only: 'question?',
      open: 'list<question>',
      chosen: 'list<question>',
      text: 'string',
      fingerprint: 'string',
    },
  },
  'request.settled': {
    fields: {
      request: 'id',
      kind: 'permission|question',
      reply: 'once|always|reject|answered',
      by: 'policy|user|host',
    },
  },
  'tool.called': {
    verdicts: ['pass', 'deny'],
    fields: {
      tool: 'string',
      call: 'id',
      access: 'read|write|run|unknown',
      paths: 'list<path>',
      touches: 'list<path>',
      whole: 'boolean',
      command: 'string?',
      script: 'string?',
      url: 'string?',
      input: 'json',
      fingerprint: 'string',
    },
  },
  'tool.finished': {
    fields: {
      tool: 'string',
      call: 'id',
      ok: 'boolean',
      changed: 'boolean',
      wrote: 'list<path>',
      paths: 'list<path>',
      command: 'string?',
      workdir: 'path?',
      exit: 'integer?',
      lasted: 'duration?',
      output: 'string',
      repeated: 'boolean',
      fingerprint: 'string',
      outcome: 'string?',
    },
  },
  'files.changed': { fields: { paths: 'list<path>', calls: 'list<id>' } },
  'skill.requested': {
    verdicts: ['pass', 'deny'],
    fields: { skill: 'string', via: 'tool|command', text: 'string' },
  },
  'record.submitted': {
    verdicts: ['pass', 'deny'],
    fields: {
      kind: 'string',
      valid: 'boolean',
      problems: 'list<string>',
      tries: 'integer',
      raw: 'string',
      goodCall: 'string?',
      ref: 'id?',
      fingerprint: 'string',
    },
  },
  'step.ended': {
    fields: {
      message: 'id',
      finish: 'stop|length|tool-calls|filter|unknown',
      last: 'boolean',
      empty: 'boolean',
      calls: 'integer',
      progress: 'boolean',
      tokens: 'integer',
      cost: 'number',
    },
  },
  'turn.ended': {
    fields: {
      message: 'id',
      text: 'string',
      finish: 'stop|length|tool-calls|filter|unknown',
      empty: 'boolean',
      calls: 'integer',
      progress: 'boolean',
      fingerprint: 'string',
    },
  },
  'turn.failed': {
    fields: {
      kind: 'rate-limit|quota|auth|overflow|filter|network|model|provider|unknown',
      message: 'string',
      status: 'integer?',
      retryable: 'boolean',
      resetsAt: 'time?',
    },
  },
  'host.retrying': { fields: { attempt: 'integer', message: 'string', since: 'time', next: 'time?' } },
  'context.requested': { query: true, fields: { purpose: 'agent|compaction' } },
  'context.compacted': { fields: { auto: 'boolean' } },
  'todos.changed': { fields: { open: 'integer', total: 'integer' } },
  'memory.tampered': { fields: { file: 'path', change: 'edited|removed|broken' } },
  'request.refused': {
    derived: true,
    fields: {
      rule: 'string',
      event: 'string',
      subject: 'string',
      reason: 'string',
      recorded: 'boolean',
      request: 'id?',
      fingerprint: 'string',
    },
  },
  'run.stopped': {
    derived: true,
    fields: {
      reason:
        'done|unverified|repeating|no-progress|blocked|budget|limit|error|empty-turns|compaction-loop|stalled|quiet|interrupted|user',
      detail: 'string?',
    },
  },
  'run.expired': { derived: true, fields: { at: 'time', late: 'duration' } },
  'session.silent': {
    derived: true,
    fields: { since: 'time', lasted: 'duration', doing: 'model|tool|nothing', tool: 'string?' },
  },
  'timer.fired': { derived: true, fields: { timer: 'string', late: 'duration' } },
  'effect.failed': {
    derived: true,
    fields: { effect: 'string', rule: 'string', error: 'string', attempts: 'integer' },
  },
} as const satisfies Record<string, EventSpec>

export interface EventSpec {
  fields: Record<string, string>
  /** What the hook behind the event can still change; absent means: nothing. */
  verdicts?: readonly VerdictName[]
  /** A person brings it about; the agent cannot. */
  byPerson?: boolean
  /** Asked at each step of the host; may not change memory. */
  query?: boolean
  /** Raised by the engine itself after the event that caused it. */
  derived?: boolean
}

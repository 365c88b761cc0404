import type { Expectation } from '../policy/cases/schema.ts'
import { writeYaml } from '../policy/yaml/write.ts'
import { caseOfNight } from '../replay/case-of-night.ts'
import type { NumberedLine } from '../replay/read-journal.ts'
import { redact } from '../runtime/text/redact.ts'
import { cut } from '../runtime/text/cut.ts'
import { oneLine } from '../runtime/text/visible.ts'
import type { Sighting } from './requests.ts'
import type { Night } from './trial.ts'
import type { PolicyWay } from './way.ts'

/** A case that holds with a line and not without it. */
export interface Proof {
  /** Its file's name, without folders. */
  file: string
  text: string
}

/** The longest part of a name that an agent wrote, in UTF-16 units. */
const longestName = 60

/**
 * The case of one refusal, with what the line makes of it as its expectation; null where its text is not kept as it was.
 * `policies` are those of the project, as a case names them.
 */
export function proofOf(
  night: Night,
  { line, session, by }: Sighting & { by: string | null },
  way: PolicyWay,
  subject: string,
  { policies, digest }: { policies: string[]; digest: (text: string) => string },
): Proof | null {
  const made = caseOfNight(
    night.lines.map(withoutCall),
    { session, from: line, to: line },
    nameOf(way, subject),
    policies,
  )
  const [step, ...others] = made?.steps ?? []
  if (made === null || step === undefined || others.length > 0) return null
  const text = writeYaml({ ...made, steps: [{ ...step, expect: expected(way, by) }] })
  if (redact(text) !== text) return null
  return { file: `${fileName(way, subject)}-${digest(text).slice(0, 6)}.yaml`, text }
}

/** The call of a shell request, which stands in a line before, tells nothing more than the request itself. */
function withoutCall(numbered: NumberedLine): NumberedLine {
  const { line } = numbered
  if (line.line !== 'decision' || line.event.type !== 'permission.asked') return numbered
  const { event } = line
  const isClear = event.permission === 'bash' && event.exact
  return isClear ? { ...numbered, line: { ...line, event: { ...event, call: null } } } : numbered
}

function expected(way: PolicyWay, by: string | null): Expectation {
  switch (way.is) {
    case 'allow':
    case 'ask':
      return { verdict: way.is, ...(by !== null && { by }) }
    case 'hint':
      return { verdict: 'deny', says: way.text }
    case 'answer':
      return { verdict: 'deny', rules: `blockers/${way.id}` }
    default:
      return way satisfies never
  }
}

const endings: Record<PolicyWay['is'], string> = {
  allow: 'is allowed',
  ask: 'waits for a person',
  hint: 'is refused with a hint',
  answer: 'has its answer',
}

const nameOf = (way: PolicyWay, subject: string): string => `${cut(oneLine(subject), longestName)} ${endings[way.is]}`

function fileName(way: PolicyWay, subject: string): string {
  const words = subject.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return [way.is, ...words].join('-').slice(0, longestName).replace(/-$/, '')
}

import { titleOf } from '../../core/records/reading.ts'
import type { GivenHere } from '../../morning/exchange.ts'
import { said } from '../../report/bounds.ts'
import { decisionWords } from '../../report/words.ts'
import { placed, type Placed } from '../../runtime/answers/give-word.ts'
import { isTogether } from '../../runtime/answers/twins.ts'
import type { createKinds } from '../../runtime/page/kinds.ts'
import type { NightStore } from '../../runtime/ports.ts'
import type { Result } from '../../store/store.ts'

/** The answers of these entries, the oldest first; entries that one answer closed are one. */
export function givenIn(
  project: NightStore,
  ids: readonly string[],
  kinds: ReturnType<typeof createKinds>,
): Result<GivenHere[]> {
  const rows = project.records()
  if (!rows.ok) return rows
  const wanted = new Set(ids)
  const answered = rows.value
    .filter(({ sealed }) => sealed)
    .map(placed)
    .filter(({ record }) => wanted.has(record.id))
  const groups: Placed[][] = []
  for (const one of answered) {
    const group = groups.find(([first]) => first !== undefined && isTogether(first, one))
    if (group === undefined) groups.push([one])
    else group.push(one)
  }
  const at = ([first]: readonly Placed[]): number => first?.record.answeredAt ?? 0
  return {
    ok: true,
    value: groups.sort((one, other) => at(one) - at(other)).flatMap((group) => givenOf(project, group, kinds)),
  }
}

function givenOf(project: NightStore, group: readonly Placed[], kinds: ReturnType<typeof createKinds>): GivenHere[] {
  const [first] = group
  if (first === undefined) return []
  const { root, record } = first
  const { answer, answeredAs } = record
  if (answeredAs === null) return []
  return [
    {
      entries: group.map((one) => ({
        id: one.record.id,
        session: one.root,
        by: one.record.session,
        fingerprint: one.record.fingerprint,
      })),
      question: said(titleOf(kinds(project, root, record.kind), record)),
      answer: answer === null ? decisionWords[answeredAs] : said(answer),
    },
  ]
}

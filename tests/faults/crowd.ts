import type { Counter } from './count.ts'
import { settled } from './report.ts'
import type { Workshop } from './workers.ts'

const names = ['a', 'b', 'c', 'd']

/** Four processes log entries at once on one page, and a fifth answers them. */
export async function crowd(
  workshop: Workshop,
  counter: Counter,
  { entries, answers }: { entries: number; answers: number },
): Promise<void> {
  const room = workshop.room()
  const writers = names.map((name) =>
    workshop.start(room, { name, kind: 'logs', does: [{ do: 'rounds', count: entries }] }),
  )
  const answering = workshop.start(room, { name: 'e', does: [{ do: 'answers', count: answers }] })
  const all = [...writers, answering]
  await Promise.all(all.map(({ ended }) => ended))
  const acts = all.flatMap((worker) => worker.acts())
  // Nothing is in the way, so what could not be shown at once is shown by now.
  counter.look(room, acts.map(settled))
  const answered = acts.filter(({ did }) => did === 'answered').length
  const wanted = names.length * entries + answers
  for (let missing = acts.length; missing < wanted; missing += 1) counter.wrong('lost', 'an act that was never told of')
  for (let refused = answered; refused < answers; refused += 1) counter.wrong('lost', 'an answer that was refused')
  for (const _ of acts) counter.tried()
}

import { forged, nasty } from '../../cli/hostile-texts.ts'
import { made } from '../../runtime/secrets/made.ts'
import { shapesOf } from '../../runtime/secrets/shapes.ts'
import { allShapes, isLeft } from '../secrets.ts'
import type { Plant } from './entries.ts'

/** What is put into every place where a text of others can enter. */
export const variants = ['secrets', 'controls', 'long'] as const
export type Variant = (typeof variants)[number]

export interface Planting {
  plant: Plant
  /** The same as a name without blanks, as files, branches and tools have it. */
  named: Plant
  /** All places where something was planted. */
  places: () => string[]
  /** By which ways secrets came into a text. */
  leftIn: (text: string) => { place: string; piece: string }[]
}

/** Those that fit into one line of a night beside others, and are long enough to be found again. */
const shapes = allShapes().filter(
  ({ text, secret }) => text.length < 200 && !text.includes('\n') && secret.length >= 20,
)
/** Those that are known by themselves, so that a name may be one. */
const words = shapesOf(made(11)).filter(
  ({ name, secret }) => /^[\w.~-]{20,120}$/.test(secret) && !isLeft({ name, text: secret, secret }),
)
const inOne = 8
/** Control characters of the second kind, halves of letters, and what turns or hides a text. */
const more = '\u0085\u009d0;title\u009c\u2067\u202b\u200e\ud800x\udfff\u2028'

export function planting(variant: Variant): Planting {
  const planted: { place: string; secret: string }[] = []
  const places = new Set<string>()
  let next = 0

  function own(place: string): string {
    const some = Array.from({ length: inOne }, () => shapes[next++ % shapes.length]).filter((one) => one !== undefined)
    for (const { secret } of some) planted.push({ place, secret })
    return some.map(({ text }) => text).join(' ; ')
  }

  function word(place: string): string {
    const one = words[next++ % words.length]
    planted.push({ place, secret: one?.secret ?? '' })
    return one?.secret ?? ''
  }

  const text: Record<Variant, Plant> = {
    secrets: own,
    controls: () => `${nasty}${more}${forged}`,
    long: (place) => `${'w'.repeat(20_000)} ${word(place)}`,
  }
  const name: Record<Variant, Plant> = {
    secrets: word,
    controls: () => nasty.replaceAll('\0', ''),
    long: () => 'w'.repeat(200),
  }
  const noted =
    (make: Plant): Plant =>
    (place) => {
      places.add(place)
      return `readable-${place.replace(/\W/g, '-')} ${make(place)}`
    }
  return {
    plant: noted(text[variant]),
    named: (place) => {
      places.add(place)
      return name[variant](place)
    },
    places: () => [...places],
    leftIn: (said) =>
      planted.flatMap(({ place, secret }) => {
        const piece = [secret.slice(0, 16), secret.slice(-16)].find((one) => said.includes(one))
        return piece === undefined ? [] : [{ place, piece }]
      }),
  }
}

import { type Hostile, hostileTo } from './hostile.ts'
import { ofFiles } from './readers/files.ts'
import { ofHost } from './readers/host.ts'
import type { TextReader } from './readers/reader.ts'
import { ofShell } from './readers/shell.ts'
import { ofTexts } from './readers/texts.ts'

export const readers: readonly TextReader[] = [...ofShell, ...ofTexts, ...ofHost, ...ofFiles]

/** In UTF-16 units. */
const whole = 1_000_000
/**
 * The bound in passes over the text, word by word and letter by letter: one takes about ten milliseconds, and on a slow
 * machine longer. It makes texts as readers do, so that what a machine takes for that counts in both.
 */
const mostPasses = 12
/** The same where nobody decides meanwhile. */
const mostApart = 360
/** A text four times as long may take so many times as long: four times and a way to go, and far from sixteen. */
const mostGrowth = 9
const tries = 4

/** Milliseconds that this process computed, whatever else the machine did. */
function spent(work: () => unknown): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

function passOver(text: string): number {
  let sum = 0
  for (const word of text.split(' ')) for (let at = 0; at < word.length; at += 1) sum = (sum + word.charCodeAt(at)) | 0
  return sum
}

const passes = (count: number): number => {
  const text = 'a b '.repeat(whole / 4)
  return Math.max(1, Math.min(...Array.from({ length: count }, () => spent(() => passOver(text)))))
}

let pass: number | null = null
/** What one pass takes here, in milliseconds; the best of several, for what else is done only adds. */
function passTime(): number {
  pass ??= passes(8)
  return pass
}

/**
 * The best of several times, in passes, no more than are needed to be below a bound. Behind the first a pass is taken
 * beside each, since what else the machine does slows both. A reader that remembers texts sees each once.
 */
function timeOf({ read }: TextReader, { make }: Hostile, length: number, bound: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let done = 0; done < tries && best > bound; done += 1) {
    const text = `${make(length - 1)}${done}`
    const one = done === 0 ? passTime() : passes(3)
    best = Math.min(best, spent(() => read(text)) / one)
    if (best > 30 * bound) break
  }
  return best
}

/** Why a reader does not hold against a text; null if it does. */
function lostTo(reader: TextReader, hostile: Hostile): string | null {
  const { apart, alsoAt } = reader
  try {
    const lengths = [apart ?? whole, ...(alsoAt === undefined ? [] : [alsoAt])]
    const time = Math.max(...lengths.map((length) => timeOf(reader, hostile, length, mostPasses)))
    if (time <= mostPasses) return null
    const told = `${time.toFixed(0)} passes`
    if (apart === undefined || time > mostApart) return told
    const quarter = timeOf(reader, hostile, apart / 4, time / mostGrowth)
    const growth = timeOf(reader, hostile, apart, quarter * mostGrowth) / quarter
    return growth <= mostGrowth ? null : `${told}, ${growth.toFixed(1)} times as long as for a quarter`
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message.slice(0, 80)}` : String(error)
  }
}

const tried = readers.flatMap((reader) => hostileTo(reader.kinds).map((hostile) => ({ reader, hostile })))
const nameOf = ({ reader, hostile }: (typeof tried)[number]): string => `${reader.name} <- ${hostile.name}`

/** Each reader with each text, as `READER <- TEXT`. */
export const hangSamples = (): string[] => tried.map(nameOf)

let lost: string[] | null = null
/** Those that did not hold, with what came of them. They are measured once: it takes its time. */
export function hung(): string[] {
  lost ??= tried.flatMap((one) => {
    const why = lostTo(one.reader, one.hostile)
    return why === null ? [] : [`${nameOf(one)}: ${why}`]
  })
  return lost
}

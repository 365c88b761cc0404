import fc from 'fast-check'
import { properties } from './properties.ts'

/** Inputs of a whole run. */
const whole = 300_000
/** How often progress is shown, in inputs. */
const step = 10_000

/**
 * Tries all properties, or those whose names hold a word, with at least 300,000 inputs: `npm run fuzz -- [WORD]
 * [--seed N] [--runs N]`. Prints the seed, by which a run is done again.
 */
export async function main(given: string[]): Promise<number> {
  const numberOf = (name: string, otherwise: number): number => {
    const at = given.indexOf(name)
    return at < 0 ? otherwise : Number(given[at + 1])
  }
  const seed = numberOf('--seed', Date.now() & 0x7fffffff)
  const runs = numberOf('--runs', whole)
  const word = given.find((one, at) => !one.startsWith('--') && !given[at - 1]?.startsWith('--'))
  const chosen = properties.filter(({ name }) => word === undefined || name.includes(word))
  if (chosen.length === 0 || !Number.isSafeInteger(seed) || !Number.isSafeInteger(runs) || runs < 1) {
    const names = properties.map(({ name }) => name).join('; ')
    console.error(`Cannot fuzz ${given.join(' ')}: allowed are a word of ${names}; --seed N; --runs N`)
    return 2
  }
  const shares = chosen.reduce((sum, { share }) => sum + share, 0)
  console.log(`seed ${seed}`)
  let tried = 0
  let fallen = 0
  for (const { name, share, property } of chosen) {
    const numRuns = Math.ceil((runs * share) / shares)
    let last = 0
    for (let done = 0; done < numRuns; done += step) {
      const part = Math.min(step, numRuns - done)
      const result = await fc.check(property, { numRuns: part, seed: seed + done })
      tried += result.numRuns
      last = done + result.numRuns
      if (result.failed) {
        fallen += 1
        console.log(`FELL: ${name}\n${fc.defaultReportMessage(result)}\nagain: npm run fuzz -- --seed ${seed + done}`)
        break
      }
      console.log(`${name}: ${last} of ${numRuns}`)
    }
  }
  console.log(`${tried} inputs, ${fallen} properties fell, seed ${seed}`)
  return fallen === 0 ? 0 : 1
}

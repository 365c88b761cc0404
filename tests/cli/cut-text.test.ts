import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainCommand } from '../../src/cli/explain.ts'
import { recordCommand } from '../../src/cli/record.ts'
import { replayCommand } from '../../src/cli/replay.ts'
import { journal, type Night, night, smallCase } from './night.ts'

const long = 'x'.repeat(3000)
/** A command that rules read, and an answer that none reads. */
const longCase = smallCase
  .replace(' --token npm_0123456789abcdefghijkl', '')
  .replace('npm test -- a', `npm test -- ${long}`)
  .replace('says: a', `says: ${long}`)
const doubt = 'event.command was cut, so what reads it cannot be decided again'

let project: Night
beforeEach(() => {
  project = night(longCase)
})
afterEach(() => project.remove())

test('replay says of a cut text that was read that it cannot be decided again, and of others nothing', () => {
  const { output } = project.run((io) => replayCommand(journal, { zone: 'UTC' }, io))
  expect(output.match(/uncertain: .*/g)).toEqual([`uncertain: ${doubt}`])
  expect(output).toMatch(/decisions by their own policies: \d+ same, 0 different, 1 uncertain/)
})

test('explain says the same of that line', () => {
  const explained = (line: number) =>
    project.run((io) => explainCommand(undefined, { journal, line, zone: 'UTC' }, io)).output
  expect(explained(3)).toContain(`Uncertain: ${doubt}\n`)
  expect(explained(4)).not.toContain('Uncertain')
})

test('a case that is recorded says which of its texts were cut', () => {
  const { output } = project.run((io) => recordCommand(journal, 'S1', {}, io))
  expect(output.split('\n')[0]).toMatch(
    /^# Texts of these events were cut when they were kept: permission\.asked \(line \d+\), turn\.ended \(line \d+\)\.$/,
  )
})

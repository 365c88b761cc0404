import { describe, expect, test } from 'vitest'
import { loadProject } from '../../src/policy/config.ts'
import { projectAlone } from '../../src/policy/layers/layering.ts'
import { type optionAliases, pastOptions, readOptions } from '../../src/policy/options/read.ts'
import { isError } from '../../src/policy/problems/list.ts'
import { sourcesOf } from '../support/builtin-sources.ts'

const two = { name: 'c.yaml', text: 'version: 1\nbuiltin: [guard, blockers]\n' }

/** What options make of the params of `blockers`, and what is said of them. */
function made(given: unknown) {
  const { options, problems } = readOptions(given)
  const loaded = loadProject(two, sourcesOf({}), { ...projectAlone, settings: options.settings })
  const params = loaded.policies.find(({ name }) => name === 'blockers')?.params ?? {}
  return { params, told: [...problems, ...loaded.problems.filter(isError).map(({ message }) => message)] }
}

/** For each name of the first specifications: a value that is taken, what it sets, and values that are not. */
const aliases: Record<
  keyof typeof optionAliases,
  { takes: [unknown, unknown][]; param: string; refuses: [unknown, string][] }
> = {
  completionMarker: {
    param: 'marker',
    takes: [
      ['ALL_TASKS_DONE', ['ALL_TASKS_DONE']],
      [
        ['FINISHED!', 'ALL_TASKS_DONE'],
        ['FINISHED!', 'ALL_TASKS_DONE'],
      ],
    ],
    refuses: [
      ['', '"" does not fit: each entry has 1 characters or more'],
      [7, '7 does not fit: each entry is a text'],
      [[], '[] does not fit: 1 entry or more is wanted'],
      [null, 'it has no value and is not optional'],
    ],
  },
  completionMarkerPosition: {
    param: 'match',
    takes: [
      ['end', 'end'],
      ['anywhere', 'anywhere'],
    ],
    refuses: [
      ['start', '"start" does not fit: allowed are sentence, line, end, anywhere'],
      [1, '1 does not fit: allowed are sentence, line, end, anywhere'],
    ],
  },
  repromptWindowMs: {
    param: 'window',
    takes: [
      [120_000, 120_000],
      [1500, 1500],
    ],
    refuses: [0, -5, 1.5, '5m', null].map((value) => [
      value,
      `${JSON.stringify(value)}; allowed is a whole number of milliseconds above 0, such as 300000; as a duration write params: { window: 5m }`,
    ]),
  },
  cooldownMs: {
    param: 'cooldown',
    takes: [[60_000, 60_000]],
    refuses: [
      [
        '30s',
        '"30s"; allowed is a whole number of milliseconds above 0, such as 30000; as a duration write params: { cooldown: 30s }',
      ],
    ],
  },
  maxBlockersPerRun: {
    param: 'maxBlockers',
    takes: [[20, 20]],
    refuses: [
      [0, '0 does not fit: at least 1 is wanted'],
      [501, '501 does not fit: at most 500 is allowed'],
      ['20', '"20" does not fit: a whole number is wanted'],
    ],
  },
  maxReprompts: {
    param: 'repeats',
    takes: [[3, 3]],
    refuses: [[1, '1 does not fit: at least 2 is wanted']],
  },
  defaultDivertBlockers: {
    param: 'start',
    takes: [
      [true, 'always'],
      [false, 'command'],
    ],
    refuses: [
      ['off', '"off"; allowed are true and false; for more write params: { start: headless }'],
      [0, '0; allowed are true and false; for more write params: { start: headless }'],
    ],
  },
}

describe('an option of the first specifications', () => {
  test.each(Object.entries(aliases))('%s sets a param of blockers', (option, { param, takes, refuses }) => {
    const usual = made({}).params
    for (const [value, wanted] of takes) {
      const { params, told } = made({ [option]: value })
      expect(told).toEqual([])
      expect(params).toEqual({ ...usual, [param]: wanted })
    }
    for (const [value, why] of refuses) {
      const { params, told } = made({ [option]: value })
      expect(told).toEqual([`Cannot use option ${option}: ${why}`])
      expect(params).toEqual(usual)
    }
  })

  test.each(Object.entries(pastOptions))(
    '%s has no meaning, which is said with what does the same',
    (option, instead) => {
      expect(made({ [option]: 'x' }).told).toEqual([`Cannot use option ${option}: it has no meaning here; ${instead}`])
    },
  )

  test('the page of blockersFile can be named as the text says', () => {
    const layer = 'version: 1\nextends: builtin:blockers\noverride: { records.blocker: { file: notes.md } }\n'
    const loaded = loadProject(
      { name: 'c.yaml', text: 'version: 1\npolicies: [b.yaml]\n' },
      sourcesOf({ 'b.yaml': layer }),
    )
    expect(loaded.problems).toEqual([])
    expect(loaded.policies.find(({ name }) => name === 'blockers')?.records['blocker']?.file).toBe('notes.md')
  })
})

describe('params among the options', () => {
  test('are those of blockers, or of the policy that is named', () => {
    const { options } = readOptions({
      params: { until: '07:00', guard: { protect: ['secret/**'] }, marker: ['A', 'B'] },
    })
    expect(options.settings.map(({ option, policy, param, value }) => [option, policy, param, value])).toEqual([
      ['params.until', 'blockers', 'until', '07:00'],
      ['params.guard.protect', 'guard', 'protect', ['secret/**']],
      ['params.marker', 'blockers', 'marker', ['A', 'B']],
    ])
  })

  test('set what they name, null too, and add where a param takes more', () => {
    const loaded = loadProject(two, sourcesOf({}), {
      ...projectAlone,
      settings: readOptions({ params: { for: '30m', askFor: null, guard: { protect: 'secret/**' } } }).options.settings,
    })
    expect(loaded.problems).toEqual([])
    const params = (wanted: string) => loaded.policies.find(({ name }) => name === wanted)?.params
    expect(params('blockers')).toMatchObject({ for: 1_800_000, askFor: null })
    expect(params('guard')?.['protect']).toEqual(expect.arrayContaining(['{,**/}.opencode', 'secret/**']))
  })

  test('that are at fault are told by their whole name, and none of a locked policy can be taken back', () => {
    const { told } = made({ params: { for: 30, untl: '7', guard: { readers: ['rm *'] }, blockers: { marker: '' } } })
    expect(told.sort()).toEqual([
      'Cannot use option params.blockers.marker: "" does not fit: each entry has 1 characters or more',
      'Cannot use option params.for: 30 does not fit: a duration is wanted, such as "30s", "5m" or "1h30m"',
      'Cannot use option params.guard.readers: policy "guard" is locked; only params with merge: append take more values',
      'Cannot use option params.untl: the policy "blockers" has no param "untl" (did you mean "until"?)',
    ])
  })
})

describe('what is no option', () => {
  test('is told with the nearest and all that are allowed', () => {
    const all =
      'enabled, config, params, completionMarker, completionMarkerPosition, cooldownMs, defaultDivertBlockers, maxBlockersPerRun, maxReprompts, repromptWindowMs'
    expect(made({ completionMark: 'ALL_TASKS_DONE', wholly: 1 }).told).toEqual([
      `Cannot use option completionMark: it is unknown (did you mean "completionMarker"?); allowed are ${all}; params of policies stand under params`,
      `Cannot use option wholly: it is unknown; allowed are ${all}; params of policies stand under params`,
    ])
    expect(made([1]).told).toEqual([`Cannot read the plugin options: they are no map; allowed are ${all}`])
    expect(made({ params: 7 }).told).toEqual([
      'Cannot use option params: 7; allowed is a map of params, such as { "until": "07:00" }',
    ])
  })
})

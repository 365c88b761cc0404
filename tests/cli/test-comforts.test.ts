import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { watchAndRun } from '../../src/cli/test/watch.ts'
import { type TestOptions, testCommand } from '../../src/cli/test.ts'
import { putFiles } from '../support/project-folder.ts'

const policy = `version: 1
name: small
params:
  level: { type: enum, values: [low, high], default: low }
memory:
  still: { kind: counter, scope: run }
rules:
  - id: count
    events: [turn.ended]
    when: { "===": [{ var: event.progress }, false] }
    then: [{ add: { still: 1 } }]
  - id: give-up
    events: [turn.ended]
    when: { and: [{ ">=": [{ var: memory.still }, 3] }, { "===": [{ var: params.level }, low] }] }
    then: [{ stop: { reason: no-progress } }]
`

const header = 'policies: [../small.yaml]\nsteps:\n'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'comforts-'))
  mkdirSync(join(folder, 'tests/policies'), { recursive: true })
  writeFileSync(join(folder, 'tests/small.yaml'), policy)
})
afterEach(() => rmSync(folder, { recursive: true }))

const addCase = (name: string, text: string) => writeFileSync(join(folder, 'tests/policies', name), text)

function run(options: TestOptions = {}, userFolder?: string, paths: readonly string[] = []) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const io = {
    cwd: folder,
    write,
    writeError: write,
    color: false,
    ...(userFolder === undefined ? {} : { userFolder }),
  }
  const code = testCommand(paths, options, io)
  return { code, output }
}

const stops = `name: it gives up\n${header}  - { says: a }\n  - { says: b }\n  - { says: c, expect: { rules: small/give-up } }\n`

test('the results as data are one object and nothing else', () => {
  addCase('a.yaml', stops)
  addCase('b.yaml', `name: too early\n${header}  - { says: a, expect: { rules: small/give-up } }\n`)
  run({ update: true })
  const { code, output } = run({ json: true, coverage: true })
  expect({ code, data: JSON.parse(output) }).toEqual({
    code: 1,
    data: {
      clean: false,
      cases: [
        { name: 'it gives up', file: 'tests/policies/a.yaml', result: 'ok', failures: [] },
        {
          name: 'too early',
          file: 'tests/policies/b.yaml',
          result: 'failed',
          failures: [expect.stringContaining('small/give-up')],
        },
      ],
      faults: [],
      coverage: { percent: expect.any(Number), missing: expect.objectContaining({ modes: ['small: level high'] }) },
    },
  })
})

describe('a failure', () => {
  test('says with values why the rule that was expected did not match', () => {
    addCase('a.yaml', `name: too early\n${header}  - { says: a, expect: { rules: small/give-up } }\n`)
    expect(run({ update: true }).output).toContain(
      [
        'FAIL too early (tests/policies/a.yaml)',
        '     tests/policies/a.yaml:4: step 1: expected rule small/give-up',
        '     small/give-up did not match:',
        '       memory.still >= 3: 1 >= 3 is false',
        '',
      ].join('\n'),
    )
  })

  test('says that a rule does not listen, or that there is none', () => {
    addCase('a.yaml', `name: deaf\n${header}  - { user.wrote: { text: x }, expect: { rules: small/count } }\n`)
    addCase('b.yaml', `name: wrong\n${header}  - { says: a, expect: { rules: small/cuont } }\n`)
    const { output } = run({ update: true })
    expect(output).toContain('small/count listens to turn.ended; this step brought user.wrote')
    expect(output).toContain('There is no rule "small/cuont" (did you mean "small/count"?)')
  })
})

describe('a run that tries nothing fails in every form', () => {
  const nowhere = 'Cannot test: there are no cases; they are looked for in tests/policies and .opencode/policies/tests'

  test('without cases', () => {
    expect(run({ coverage: true })).toEqual({ code: 1, output: `${nowhere}\n` })
    expect(JSON.parse(run({ json: true, min: 0 }).output)).toEqual({
      clean: false,
      cases: [],
      faults: [nowhere],
      coverage: null,
    })
    run({ junit: 'junit.xml' })
    expect(readFileSync(join(folder, 'junit.xml'), 'utf8')).toContain('tests="1" failures="1"')
    expect(run({}, undefined, ['tests/policies']).output).toBe(
      'Cannot test: there are no cases in tests/policies; a case is a *.yaml file with steps\n',
    )
  })

  test('without steps in a case, and for a file that is none', () => {
    addCase('a.yaml', stops)
    addCase('b.yaml', 'name: forgotten\npolicies: [../small.yaml]\n')
    const { code, output } = run({ update: true })
    expect(code).toBe(1)
    expect(output).toContain('FAIL tests/policies/b.yaml')
    expect(run({}, undefined, ['tests/policies/a.yaml', 'tests/small.yaml'])).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        'FAIL tests/small.yaml: this is no case; a case has a name, policies and steps\n',
      ),
    })
  })

  test('a golden file that is named stands for its case', () => {
    addCase('a.yaml', stops)
    run({ update: true })
    const named = run({ update: true }, undefined, ['tests/policies/a.golden.yaml'])
    expect(named).toEqual({ code: 0, output: 'ok   it gives up (tests/policies/a.yaml)\n1 case, 0 failed\n' })
  })
})

describe('coverage', () => {
  test('counts rules, conditions that were not met, and modes', () => {
    addCase('a.yaml', stops)
    const { code, output } = run({ update: true, coverage: true })
    expect(code).toBe(0)
    expect(output).toBe(
      [
        'ok   it gives up (tests/policies/a.yaml)',
        'Coverage 66.6 %: 2 of 2 rules matched, 1 of 2 conditions were also not met, 1 of 2 modes of a param were in force',
        'always matched:',
        '  small/count',
        'never in force:',
        '  small: level high',
        '1 case, 0 failed',
        '',
      ].join('\n'),
    )
  })

  test('fails below the minimum and passes at it', () => {
    addCase('a.yaml', stops)
    expect(run({ update: true, min: 66 }).code).toBe(0)
    const { code, output } = run({ min: 100 })
    expect(code).toBe(1)
    expect(output).toContain('FAIL coverage is 66.6 %, wanted are 100 %: add cases for what is named above\n')
  })

  test('leaves out what a team took over from a built-in policy', () => {
    writeFileSync(
      join(folder, 'tests/mine.yaml'),
      'version: 1\nextends: builtin:guard\nparams: { protect: ["secrets/**"] }\n',
    )
    addCase('a.yaml', 'name: guarded\npolicies: [../mine.yaml]\nsteps:\n  - { says: a }\n')
    expect(run({ update: true, coverage: true }).output).toContain('Coverage 100 %: there is nothing to cover\n')
  })

  test('is not known where no case could run, and the run says so', () => {
    addCase('a.yaml', 'name: lost\npolicies: [../gone.yaml]\nsteps:\n  - { says: a }\n')
    for (const options of [{ coverage: true }, { min: 0 }]) {
      const { code, output } = run(options)
      expect(code).toBe(1)
      expect(output).toContain(
        'FAIL Cannot measure coverage: none of the cases could run; mend what is said of them above\n',
      )
      expect(output).not.toContain('Coverage')
    }
  })

  test('is not known where a policy of the project cannot be used', () => {
    putFiles(folder, { '.opencode/diverter.yaml': 'version: 1\nbuiltin: []\npolicies: [policies/x*.yaml]\n' })
    addCase('a.yaml', stops)
    const { code, output } = run({ update: true, min: 0 })
    expect(code).toBe(1)
    expect(output).toContain(
      'FAIL Cannot measure coverage: .opencode/diverter.yaml:3: Cannot load policies/x*.yaml: no file matches it; `opencode-diverter lint` says all that keeps policies out\n1 case, 0 failed, 1 other fault\n',
    )
    expect(JSON.parse(run({ json: true, coverage: true }).output)).toMatchObject({
      clean: false,
      faults: [expect.stringContaining('Cannot measure coverage')],
      coverage: null,
    })
  })

  test('looks at the policies of the project, also at those that no case names', () => {
    mkdirSync(join(folder, 'policies'))
    writeFileSync(join(folder, 'policies/other.yaml'), policy.replace('name: small', 'name: other'))
    addCase('a.yaml', stops)
    const { output } = run({ update: true, coverage: true })
    expect(output).toContain('Coverage 0 %: 0 of 2 rules matched')
    expect(output).not.toContain('small/')
  })

  test('is of what the project shares, not of what a user or one checkout adds', () => {
    const listing = (file: string) => `version: 1\nbuiltin: []\npolicies: [${file}]\n`
    const named = (name: string) => policy.replace('name: small', `name: ${name}`)
    const userFolder = join(folder, 'user')
    putFiles(folder, {
      '.opencode/diverter.yaml': listing('./shared.yaml'),
      '.opencode/shared.yaml': named('shared'),
      '.opencode/diverter.local.yaml': listing('./local.yaml'),
      '.opencode/local.yaml': named('local'),
      'user/diverter.yaml': listing('./mine.yaml'),
      'user/mine.yaml': named('mine'),
    })
    addCase('a.yaml', stops)
    const namesOf = (output: string) => [...new Set(output.match(/(?<=^ {2})\w+(?=[/:])/gm))]
    expect(namesOf(run({ update: true, coverage: true }, userFolder).output)).toEqual(['shared'])
    rmSync(join(folder, '.opencode/diverter.yaml'))
    expect(namesOf(run({ coverage: true }, userFolder).output)).toEqual(['local'])
  })

  test('counts the ways of a workflow', () => {
    const workflow = readFileSync('policies/phases.yaml', 'utf8').replaceAll(
      '../templates',
      join(process.cwd(), 'templates'),
    )
    writeFileSync(join(folder, 'tests/flow.yaml'), workflow.replace('name: phases', 'name: flow'))
    addCase(
      'a.yaml',
      'name: flow\npolicies: [../flow.yaml]\nsteps:\n  - { command.run: { name: plan, action: x } }\n  - { skill.requested: { skill: brainstorming } }\n',
    )
    const { output } = run({ update: true, coverage: true })
    expect(output).toContain('1 of 8 ways of a workflow were gone')
    expect(output).toContain('never gone:\n  flow: architecture → decompose\n')
  })
})

describe('what runs', () => {
  test('is chosen by a part of the name or the file', () => {
    addCase('a.yaml', stops)
    addCase('b.yaml', stops.replace('it gives up', 'Another one'))
    expect(run({ update: true, filter: 'another' }).output).toBe(
      'ok   Another one (tests/policies/b.yaml)\n1 case, 0 failed\n',
    )
    expect(run({ update: true, filter: 'policies/a' }).output).toContain('it gives up')
    expect(run({ filter: 'nothing' })).toEqual({
      code: 1,
      output: 'Cannot test: no case has "nothing" in its name or file; leave out --filter to see all\n',
    })
  })

  test('a case to do is listed and fails once it holds', () => {
    const todo = `name: later\ntodo: true\n${header}  - { says: a, expect: { rules: small/give-up } }\n`
    addCase('a.yaml', todo)
    expect(run()).toEqual({ code: 0, output: 'todo later (tests/policies/a.yaml)\n1 case, 0 failed, 1 to do\n' })
    addCase('a.yaml', todo.replace('give-up', 'count'))
    expect(run()).toEqual({
      code: 1,
      output: 'FAIL later (tests/policies/a.yaml)\n     All of it holds: remove "todo: true"\n1 case, 1 failed\n',
    })
  })
})

test('the JUnit report has every case, with what failed and what is to do', () => {
  addCase('a.yaml', stops)
  addCase('b.yaml', `name: "<too> early"\n${header}  - { skill.requested: { skill: a }, expect: { verdict: deny } }\n`)
  addCase(
    'c.yaml',
    `name: later\ntodo: true\n${header}  - { skill.requested: { skill: a }, expect: { verdict: deny } }\n`,
  )
  expect(run({ update: true, junit: 'out/report.xml' }).code).toBe(1)
  const report = readFileSync(join(folder, 'out/report.xml'), 'utf8')
  expect(report).toContain('<testsuites name="opencode-diverter test" tests="3" failures="1" skipped="1">')
  expect(report).toContain('<testcase classname="tests/policies/a.yaml" name="it gives up"/>')
  expect(report).toContain(
    'name="&lt;too&gt; early">\n      <failure message="tests/policies/b.yaml:4: step 1: expected verdict deny, got pass">',
  )
  expect(report).toContain('name="later">\n      <skipped message="todo"/>')
})

test.each(['.', 'src/deep'])(
  'a watched run in %s is repeated when a policy changes, until it is ended',
  async (from) => {
    addCase('a.yaml', stops)
    putFiles(folder, { '.git/HEAD': '', '.opencode/diverter.yaml': 'version: 1\n', 'src/deep/x': '' })
    const end = new AbortController()
    let runs = 0
    let isAgain = (): void => undefined
    const again = new Promise<void>((done) => {
      isAgain = done
    })
    const done = watchAndRun(
      [],
      join(folder, from),
      () => {
        runs += 1
        if (runs === 1) writeFileSync(join(folder, 'tests/small.yaml'), `${policy}# changed\n`)
        else isAgain()
      },
      end.signal,
    )
    await again
    end.abort()
    await done
    expect(runs).toBeGreaterThan(1)
  },
)

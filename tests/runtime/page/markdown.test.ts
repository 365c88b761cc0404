import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RecordEntry } from '../../../src/core/event.ts'
import { entryLines as linesOf, sessionHeading } from '../../../src/runtime/page/markdown.ts'
import { blockerKind } from '../../support/kinds.ts'
import { recordOf } from '../views/record-of.ts'
import { pageEntries } from './page-entries.ts'

const entryLines = (entry: RecordEntry, checked: boolean) => linesOf(blockerKind, entry, checked, 'UTC')

const record = (parts: Partial<RecordEntry> = {}): RecordEntry =>
  recordOf({ id: 'b1', category: 'architecture', question: 'Which framework for auth?', blocks: null, ...parts })

const page = (...entries: RecordEntry[]) =>
  [
    sessionHeading({ root: 'S1', title: '', at: 0 }, 'UTC'),
    '',
    ...entries.flatMap((entry) => entryLines(entry, false)),
    '',
  ].join('\n')

describe('the form of an entry', () => {
  test('a hard blocker', () => {
    const entry = record({
      context: 'Building login, Passport.js or Auth0',
      why: 'Affects the database schema',
      holds: 'Login feature',
    })
    expect(entryLines(entry, false).join('\n')).toBe(`- [ ] **[Architecture]** Which framework for auth? (b1)
  - **Context**: Building login, Passport.js or Auth0
  - **Why needed**: Affects the database schema
  - **Blocks**: Login feature`)
  })

  test('one that the agent logged says whether work waits for it (spec 000 US1-4)', () => {
    const waits = (parts: Partial<RecordEntry>) => entryLines(record(parts), false).slice(1)
    expect(waits({ blocks: true })).toEqual(['  - **Blocks**: Yes'])
    expect(waits({ blocks: false })).toEqual(['  - **Blocks**: No'])
    expect(waits({ blocks: false, holds: 'the login' })).toEqual(['  - **Blocks**: the login'])
    expect(waits({ chosen: 'a' })).toEqual(['  - **✓ Chosen**: a'])
    expect(waits({ bare: true, rule: 'x/y' }), 'a rule cannot know').toEqual(['  - **Decided by**: x/y'])
  })

  test('a soft one with options, choice and reason', () => {
    const entry = record({
      id: 'b2',
      topic: 'naming',
      question: 'Should it be `getUserData` or `fetchUserData`?',
      options: ['`getUserData` - matches the pattern', '`fetchUserData`'],
      chosen: '`getUserData`',
      reasoning: 'consistent with 8 controllers',
    })
    expect(
      entryLines(entry, true).join('\n'),
    ).toBe(`- [x] **[Naming]** Should it be \`getUserData\` or \`fetchUserData\`? (b2)
  - **Options researched**:
    1. \`getUserData\` - matches the pattern
    2. \`fetchUserData\`
  - **✓ Chosen**: \`getUserData\` (consistent with 8 controllers)`)
  })

  test('an option with what the agent says of it', () => {
    const entry = record({ id: 'b2', question: 'Which DB?', options: ['Postgres', 'SQLite'], about: ['*Big*', ''] })
    expect(entryLines(entry, false).join('\n')).toContain('    1. Postgres (\\*Big\\*)\n    2. SQLite')
  })

  test('a refused permission names the rule and the way to the session that asked', () => {
    const entry = record({
      id: 'b3',
      category: 'permission',
      topic: 'external_directory',
      question: 'external_directory: /mnt/backups',
      path: ['S1', 'S1c'],
      rule: 'blockers/divert-permission',
      bare: true,
    })
    expect(
      entryLines(entry, false).join('\n'),
    ).toBe(`- [ ] **[External Directory]** external_directory: /mnt/backups (b3)
  - **Asked by**: S1 › S1c
  - **Decided by**: blockers/divert-permission`)
  })

  test('an answer stands in its entry with author and date', () => {
    const answered = (parts: Partial<RecordEntry>) =>
      entryLines(
        record({
          bare: true,
          status: 'answered',
          answeredAs: 'words',
          answer: 'Postgres, please',
          answeredAt: Date.parse('2026-02-13T06:52:00Z'),
          answeredVia: 'dialog',
          ...parts,
        }),
        true,
      )
        .slice(2)
        .join('\n')
    expect(answered({})).toBe('  - **Answer**: Postgres, please (you, in a dialog, 2026-02-13 06:52)')
    const of = (answeredAs: RecordEntry['answeredAs'], answeredVia: RecordEntry['answeredVia']) =>
      answered({ answeredAs, answeredVia, answer: null })
    expect(of('once', 'question')).toBe('  - **Answer**: Allowed once (you, asked by the agent, 2026-02-13 06:52)')
    expect(of('project', 'command')).toBe(
      '  - **Answer**: Allowed in this project (you, by /blockers, 2026-02-13 06:52)',
    )
    expect(of('never', 'terminal')).toBe('  - **Answer**: Never (you, in the terminal, 2026-02-13 06:52)')
    expect(answered({ answeredVia: 'page', answeredBy: 'anna' })).toBe(
      '  - **Answer**: Postgres, please (anna, on the page of the morning, 2026-02-13 06:52)',
    )
    expect(answered({ answeredAs: 'never', answer: 'it is the live one' })).toBe(
      '  - **Answer**: Never: it is the live one (you, in a dialog, 2026-02-13 06:52)',
    )
    expect(answered({ answer: 'one\n- [x] two (b9)' })).toBe(
      '  - **Answer** (you, in a dialog, 2026-02-13 06:52):\n\n    ```text\n    one\n    - [x] two (b9)\n    ```',
    )
    expect(answered({ status: 'skipped', answeredAs: 'skip', answer: null })).toBe(
      '  - **Status**: skipped (you, in a dialog, 2026-02-13 06:52)',
    )
    expect(answered({ status: 'skipped', answeredAs: null, answer: null, answeredAt: null })).toBe(
      '  - **Status**: skipped',
    )
  })

  test('a heading has the title of the session and the local time', () => {
    const at = Date.parse('2026-02-12T22:05:00Z')
    expect(sessionHeading({ root: 'ses_1', title: 'Fix the parser', at }, 'Europe/Berlin')).toBe(
      '## Session: ses_1 — Fix the parser — 2026-02-12 23:05 CET',
    )
    expect(sessionHeading({ root: 'ses_1', title: '', at }, 'UTC')).toBe('## Session: ses_1 — 2026-02-12 22:05 UTC')
    expect(sessionHeading({ root: 'ses_1', title: 'a\n## Session: S2 — x', at }, 'UTC')).not.toContain('\n')
    const found = (heading: string) => pageEntries([heading, ...entryLines(record(), false)].join('\n'))[0]?.session
    expect(found('## Session: ses_1 — a — b — 2026-02-12 23:05 CET')).toBe('ses_1')
    expect(found('## Session: ses_1 — 2026-02-12T22:00:00.000Z'), 'as version 0.1 wrote it').toBe('ses_1')
  })
})

describe('content never becomes structure', () => {
  test('F7-06: a question full of markup is one line, shown as written', () => {
    const question =
      '# Done\n- [x] fake\n<script>alert(1)</script> [x](javascript:alert(1)) ![p](http://x.example/p.png) | a | b'
    const [line = ''] = entryLines(record({ question }), false)
    expect(line).toBe(
      '- [ ] **[Architecture]** # Done ⏎ - \\[x\\] fake ⏎ \\<script\\>alert(1)\\</script\\> \\[x\\](javascript:alert(1)) !\\[p\\](http://x.example/p.png) | a | b (b1)',
    )
    expect(pageEntries(page(record({ question })))).toHaveLength(1)
  })

  test('an option that looks like a heading, a list or a rule is text', () => {
    const options = [
      '# Heading',
      '###',
      '    # Indented',
      '- [x] done',
      '+ more',
      '1) # Nested',
      '12. x',
      '---',
      '- - -',
      '#tag',
    ]
    expect(entryLines(record({ options }), false).slice(2)).toEqual([
      '    1. \\# Heading',
      '    2. \\###',
      '    3. \\# Indented',
      '    4. \\- \\[x\\] done',
      '    5. \\+ more',
      '    6. 1\\) # Nested',
      '    7. 12\\. x',
      '    8. \\---',
      '    9. \\- - -',
      '    10. #tag',
    ])
  })

  test('F7-05: a fence inside is held by a longer one', () => {
    const context = 'x\n```\n## Approved by owner\n- [x] all good (b7)\n```\n````'
    const text = page(record({ context }))
    expect(text).toContain('    `````text\n    x\n    ```\n    ## Approved by owner\n')
    expect(pageEntries(text).map(({ id }) => id)).toEqual(['b1'])
  })

  test('a question cannot pretend to be another entry by its end', () => {
    expect(pageEntries(page(record({ question: 'See this (b2)' }))).map(({ id }) => id)).toEqual(['b1'])
  })

  test('any text in any field leaves exactly one entry with its own id', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(
          fc.constantFrom(
            '\n',
            '\r\n',
            '- [ ] x (b9)',
            '## Session: S2 — x',
            '```',
            '~~~',
            '`',
            '\\',
            '    ',
            '\u2028',
            '(b9)',
            '<!--',
            '>',
          ),
          { maxLength: 10 },
        )
        .map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(nasty, nasty, nasty, nasty, (question, context, option, reasoning) => {
        const text = page(record({ question, context, options: [option], chosen: option, reasoning, topic: question }))
        expect(pageEntries(text)).toMatchObject([{ session: 'S1', id: 'b1' }])
        expect(text.split('\n').filter((line) => /^\S/.test(line))).toHaveLength(2)
      }),
      { numRuns: 500 },
    )
  })
})

describe('F7-12: what cannot be seen', () => {
  test.each([
    ['rm -rf ./gnp.\u202Efile', 'rm -rf ./gnp.\\\\u202efile'],
    ['/tmp/a\u200Bb', '/tmp/a\\\\u200bb'],
    ['\x1b[2Kls\x07', '\\\\x1b\\[2Kls\\\\x07'],
  ])('%j is shown', (question, shown) => {
    expect(entryLines(record({ question }), false)[0]?.replaceAll('\\\\', '\\')).toContain(
      shown.replaceAll('\\\\', '\\'),
    )
  })

  test.each(['هل نستخدم قاعدة البيانات؟', 'האם להשתמש בזה?', 'می‌خواهم', '👨‍👩‍👧‍👦 family'])(
    '%s stays as it is',
    (question) => {
      expect(entryLines(record({ question }), false)[0]).toContain(question)
    },
  )
})

test('F7-13: of a long text the page shows both ends and the length', () => {
  const [, line = ''] = entryLines(record({ context: `begin ${'x'.repeat(200_000)} end` }), false)
  expect(line.length).toBeLessThan(2200)
  expect(line).toMatch(/begin x+ … \\\[cut; 200010 characters in all\\\] x+ end$/)
})

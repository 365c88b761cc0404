import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasMarker, marker, markerStoodElsewhere, mentions } from '../../../src/core/operators/marker.ts'

const M = 'BLOCKER_DIVERTER_DONE!'
const said = (text: string): string => text.replaceAll('«M»', M)
const counts = (text: string): boolean => hasMarker(said(text), [M], 'sentence')

describe('hasMarker, sentence', () => {
  it.each([
    'All done. «M»',
    '«M» I fixed all issues.',
    'Tasks complete. «M» Ready for review.',
    'Done.\n«M»',
    '✅ **«M»**',
    '**Tasks complete. «M»**',
    'Finished! «M»',
    'Really? «M»',
    'Done… «M»',
    'Done. ✅ «M»',
    '«M» ✅',
    '«M» 3 files changed.',
    '«M» 我修好了。',
    'Done.\r\n«M»\r\n',
    'Done.\n\n«M»\n\nReady for review.',
    '```\nx\n```\n«M»',
    '~~~\n```\n~~~\n«M»',
    '- [x] «M»',
    '1. «M»',
    '## «M»',
    '| «M» |',
    '"«M»"',
    "'«M»'",
    '(«M»)',
    '«M»<br>',
    '<promise>«M»</promise>',
    '<«M»>',
    '<«M»/>',
    'Done.\n</«M»>',
    '«M» <promise>DONE</promise>',
    'All tests pass.<br/>«M»',
    'Done.\n    «M»',
    'Done.\n\n   «M»',
    '   «M»',
    '- Done.\n\n    «M»',
    '1. Done.\n   - All of it.\n\n     «M»',
    'Done.\n\n<a><b><c><d>«M»',
    '> Done.\n>\n>   «M»',
    '    x = 1\n\n«M»',
    '- one\n\nDone.\n    «M»',
  ])('counts %j', (text) => {
    expect(counts(text)).toBe(true)
  })

  it.each([
    '**«M»**',
    '`«M»`',
    '_«M»_',
    'BLOCKER\\_DIVERTER\\_DONE!',
    '«M».',
    '> «M»',
    '- «M»',
    'BLOCKER_DIVERTER_DONE！',
    '«M»\u200b',
    '«M»  \r\n',
    '```«M»```',
  ])('F1-09: counts %j alone on its line', (text) => {
    expect(counts(text)).toBe(true)
  })

  it.each([
    ['F1-01', 'You asked me to answer «M» when everything is finished. Starting with the parser now.'],
    ['F1-02', 'fastembed is missing, so I am not writing «M» yet.'],
    ['F1-02', 'I have not said «M» yet'],
    ['F1-03', 'Plan: 1) fix lint 2) run tests 3) then I will output «M».'],
    ['F1-04', 'still working'],
    ['F1-06', ''],
    ['F1-07', 'Two tests fail, fixing.'],
    ['F1-10', 'BLOCKER_DIVERTER_DONE'],
    ['F1-15', '所有任务尚未完成'],
    ['F1-15', 'Todavía no está todo terminado'],
  ])('%s: does not count %j', (_id, text) => {
    expect(counts(text)).toBe(false)
  })

  it.each([
    'Still working on implementation...',
    '«M» is what I will say when everything works',
    'then I will output: «M»',
    'not writing «M» yet',
    'When done, say «M» to signal completion. Now let me continue working...',
    'When all is done I write: «M»',
    'Work done: «M»',
    'The text is "Done. «M»" as you wrote',
    '1. «M» comes at the very end, not now',
    'I end with a word, e.g. «M»',
    'Use a marker (i.e. «M»)',
    'Write this. `«M»` When all is done.',
    '~~«M»~~',
    '<!-- «M» -->',
    '«M»Ready',
    '«M» npm test passes',
    '```\n«M»\n```',
    '````\n```\n«M»\n```\n````',
    '```\n«M»\n~~~',
    '~~~\n«M»\n```',
    '````\n«M»\n```',
    '> ```\n> «M»\n> ```',
    '```text\n«M»',
    '``` \n«M»\n```js\n«M»',
    'At the end I print:\n\n    «M»\n\nNot yet.',
    'At the end:\n\n\t«M»',
    '    «M»',
    'So:\n\n    echo 1\n\n    «M»',
    'So:\n\n    echo 1\n    «M»',
    '- So:\n\n      «M»',
    '-     «M»',
    '- one\n\nSo:\n\n    «M»',
    '> So:\n>\n>     «M»',
  ])('does not count %j', (text) => {
    expect(counts(text)).toBe(false)
  })

  it('F1-08: counts a marker that was split over two parts, once they are joined', () => {
    expect(counts(`Done.\nBLOCKER_DIVERTER_${'DONE!'}`)).toBe(true)
    expect(counts('Done.\nBLOCKER_DIVERTER_\nDONE!')).toBe(false)
  })

  it('F1-04: an empty or blank marker is never there', () => {
    for (const mode of ['sentence', 'line', 'end', 'anywhere'] as const)
      expect(hasMarker('still working', ['', '   ', '\u200b'], mode)).toBe(false)
  })

  it('F1-10: forgives case but not a missing sign', () => {
    expect(counts('blocker_diverter_done!')).toBe(true)
    expect(counts('Blocker_Diverter_Done!')).toBe(true)
    expect(counts('BLOCKER_DIVERTER_DONE')).toBe(false)
  })

  it('F1-14: wants whole words', () => {
    for (const mode of ['sentence', 'line', 'end', 'anywhere'] as const) {
      expect(hasMarker('I abandoned that approach.', ['DONE'], mode)).toBe(false)
      expect(hasMarker('abandone', ['DONE'], mode)).toBe(false)
    }
    expect(hasMarker('done', ['DONE'], 'sentence')).toBe(true)
    expect(hasMarker('NOT_DONE', ['DONE'], 'anywhere')).toBe(false)
    expect(hasMarker('_DONE_', ['DONE'], 'sentence')).toBe(true)
  })

  it('F1-15: needs no space after a full stop of a script without spaces', () => {
    for (const text of ['全部完成。\n«M»', '全部完成。«M»', '全部完成！«M»', '完了？«M»'])
      expect(counts(text)).toBe(true)
    expect(counts('全部完成«M»')).toBe(false)
  })

  it('takes several markers and markers of any signs', () => {
    expect(hasMarker('All is well.\nFERTIG?', ['DONE', 'FERTIG?'], 'sentence')).toBe(true)
    expect(hasMarker('[[done]]', ['[[DONE]]'], 'sentence')).toBe(true)
    expect(hasMarker('ALL-DONE', ['ALL-DONE'], 'sentence')).toBe(true)
    expect(hasMarker('so ALL-DONE-NOW', ['-DONE-'], 'anywhere')).toBe(true)
    expect(hasMarker('全部完成', ['全部完成'], 'sentence')).toBe(true)
    expect(hasMarker('ＤＯＮＥ', ['done'], 'sentence')).toBe(true)
  })

  it('never counts a marker inside a word or a running sentence', () => {
    const words = fc
      .array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 6 })
      .map((all) => all.join(' '))
    fc.assert(
      fc.property(words, words, (before, after) => {
        expect(counts(`${before} «M» ${after}`)).toBe(false)
        expect(counts(`«M» ${after}`)).toBe(false)
        expect(counts(`${before}. «M»`)).toBe(!/(?:^| )(?:viz|vs|cf)$/.test(before))
      }),
    )
  })

  it('ends quickly on long texts of one kind', () => {
    for (const piece of ['«M» ', '> ', '- [ ] ', '`', '. ', '_«M»', '§ '])
      expect(typeof counts(`${piece.repeat(4000)}x «M»${' § '.repeat(4000)}`)).toBe('boolean')
  })
})

describe('a marker that is too long to be looked for', () => {
  const long = 'so '.repeat(20_000)

  it('is never there', () => {
    expect(hasMarker(long, [long], 'anywhere')).toBe(false)
    expect(hasMarker('DONE', [long, 'DONE'], 'sentence')).toBe(true)
  })

  it('is told in a condition', () => {
    const reason = 'a marker has 60000 characters; allowed are 1000'
    expect(() => marker('x', [long], 'sentence')).toThrow(`Cannot compute "marker": ${reason}`)
    expect(() => mentions('x', long)).toThrow(`Cannot compute "mentions": ${reason}`)
  })
})

describe('hasMarker, other modes', () => {
  it('line wants the marker alone on a line', () => {
    expect(hasMarker(said('x\n> **«M»**.\ny'), [M], 'line')).toBe(true)
    expect(hasMarker(said('Done. «M»'), [M], 'line')).toBe(false)
    expect(hasMarker(said('```\n«M»\n```'), [M], 'line')).toBe(false)
  })

  it('end wants it at the end of the last line', () => {
    expect(hasMarker(said('So I say «M»\n\n'), [M], 'end')).toBe(true)
    expect(hasMarker(said('«M»\nbye'), [M], 'end')).toBe(false)
    expect(hasMarker(said('«M»\n```\nx\n```'), [M], 'end')).toBe(false)
  })

  it.each([
    ['The tests fail, so I do not say «M»', false],
    ['The tests fail. So I can’t write «M»', false],
    ["I won't say «M»", false],
    ['When the tests pass I say «M»', false],
    ['then I will output: «M»', false],
    ['I keep back, until they pass, the word «M»', false],
    ['They did not pass before. Now all is done: «M»', true],
    ['Everything completed, «M»', true],
    ['No test fails: «M»', true],
  ])('end: %j counts only if its sentence does not put it off (%s)', (text, expected) => {
    expect(hasMarker(said(text), [M], 'end')).toBe(expected)
  })

  it('anywhere takes every whole word', () => {
    expect(hasMarker(said('I am not writing «M» yet'), [M], 'anywhere')).toBe(true)
    expect(hasMarker('完成DONE了', ['DONE'], 'anywhere')).toBe(true)
  })
})

describe('markerStoodElsewhere', () => {
  it('is true only for a marker that does not count where it stands', () => {
    expect(markerStoodElsewhere(said('then I will output: «M»'), [M])).toBe(true)
    expect(markerStoodElsewhere(said('```\n«M»\n```'), [M])).toBe(true)
    expect(markerStoodElsewhere(said('I will say «M» soon.\n«M»'), [M])).toBe(false)
    expect(markerStoodElsewhere('nothing', [M])).toBe(false)
  })
})

describe('the operators', () => {
  it('take null as no text and one marker for a list', () => {
    expect(marker(null, M, 'sentence')).toBe(false)
    expect(marker(M, M, 'sentence')).toBe(true)
    expect(mentions(null, [M])).toBe(false)
    expect(mentions(`not ${M} yet`, M)).toBe(true)
  })

  it('refuse an unknown way to match', () => {
    expect(() => marker('x', M, 'somewhere')).toThrow('sentence, line, end, anywhere')
  })
})

import { describe, expect, test } from 'vitest'
import { isShownBy } from '../../src/core/judging/subject.ts'
import { asked } from './build.ts'

describe('a line that a person allows', () => {
  test.each([
    ['bash: git push', {}, true],
    ['bash: npm run lint', {}, false],
    ['bash: npm run lint (git push)', {}, true],
    ['bash: git  push\n', { command: 'git push' }, true],
    ['bash: a && b', { command: 'a &&\n  b' }, true],
    ['bash: git push in /deep', { workdir: '/deep' }, true],
    ['bash: git push', { workdir: '/deep' }, false],
    ['edit: a.ts, b.ts', { command: null, patterns: ['a.ts', 'b.ts'] }, true],
    ['edit: a.ts', { command: null, patterns: ['a.ts', 'b.ts'] }, false],
  ])('%j shows %j: %j', (line, more, shows) => {
    const event = asked({ command: 'git push', patterns: ['git push'], ...more })
    expect(event.type === 'permission.asked' && isShownBy(line, event)).toBe(shows)
  })
})

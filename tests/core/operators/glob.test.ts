import { describe, expect, it } from 'vitest'
import { glob, globOnly, pick } from '../../../src/core/operators/glob.ts'

describe('glob', () => {
  it('is true if any value matches any glob', () => {
    expect(glob(['src/a.ts', 'b.md'], ['docs/**', '*.md'])).toBe(true)
    expect(glob('src/a.ts', 'src/**')).toBe(true)
    expect(glob(['src/a.ts'], ['docs/**'])).toBe(false)
  })

  it('sees hidden files and takes a leading ./ away', () => {
    expect(glob('./.opencode/state/x.json', '.opencode/**')).toBe(true)
  })

  it('F5-11: matches paths of Windows with globs in slashes', () => {
    expect(glob('C:\\Projects\\x\\*', 'C:/Projects/x/**')).toBe(true)
  })

  it('does not climb out of a folder', () => {
    expect(glob('src/../secret/x', 'src/**')).toBe(false)
  })

  it('reads "!" at the beginning as itself, so that it never turns a list around', () => {
    expect(glob('src/a.ts', '!docs/**')).toBe(false)
  })

  it('takes null and opened lists', () => {
    expect(glob(null, '**')).toBe(false)
    expect(glob('a', null)).toBe(false)
    expect(glob('a.md', [['*.ts', '*.md'], null])).toBe(true)
  })

  it('refuses other values', () => {
    expect(() => glob([1], '*')).toThrow('texts')
    expect(() => glob({ a: 'b' }, '*')).toThrow('list')
  })
})

describe('globOnly', () => {
  it('F5-11: wants every value to match, and one at least', () => {
    expect(globOnly(['/tmp/opencode/*', '/home/u/.ssh/*'], '/tmp/opencode/*')).toBe(false)
    expect(globOnly(['/tmp/opencode/*'], '/tmp/opencode/*')).toBe(true)
    expect(globOnly([], '**')).toBe(false)
    expect(globOnly(null, '**')).toBe(false)
  })
})

describe('pick', () => {
  it('gives the values that match, as they were', () => {
    expect(pick(['.\\src\\a.ts', 'b.md'], ['src/**'])).toEqual(['.\\src\\a.ts'])
  })
})

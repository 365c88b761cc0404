import { describe, expect, it } from 'vitest'
import { fileGlob, glob, globOnly, pick } from '../../../src/core/operators/glob.ts'

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

describe('fileGlob', () => {
  const wanted = (text: string, paths: readonly string[]): string[] => {
    const found = fileGlob(text)
    return found === null || typeof found === 'string' ? [String(found)] : paths.filter(found.matches)
  }

  it('is null for the name of one file', () => {
    expect(fileGlob('./policies/night.yaml')).toBeNull()
    expect(fileGlob('a'.repeat(200_000))).toBeNull()
  })

  it('says where it begins and how deep it goes', () => {
    expect(fileGlob('./policies/*.yaml')).toMatchObject({ base: 'policies', depth: 0 })
    expect(fileGlob('../a/**/*.yaml')).toMatchObject({ base: '../a', depth: Number.POSITIVE_INFINITY })
  })

  it('finds names that begin with a dot by a dot alone', () => {
    const paths = ['a.yaml', '.a.yaml', 'b/a.yaml', '.b/a.yaml', 'b/.a.yaml', '.c/.d/a.yaml']
    expect(wanted('p/**/*.yaml', paths)).toEqual(['a.yaml', 'b/a.yaml'])
    expect(wanted('p/*.yaml', paths)).toEqual(['a.yaml'])
    expect(wanted('p/.*.yaml', paths)).toEqual(['.a.yaml'])
    expect(wanted('p/**/.b/*.yaml', paths)).toEqual(['.b/a.yaml'])
    expect(wanted('p/*{.b,b}/*.yaml', paths)).toEqual(['b/a.yaml'])
    expect(wanted('p/{.b/*,b/*}', paths)).toEqual(['b/a.yaml', '.b/a.yaml'])
    expect(wanted('p/{.b,c}/**/a.yaml', paths)).toEqual(['.b/a.yaml'])
  })

  it.each(['*a'.repeat(40), '+(a|aa)'.repeat(15), '**/a'.repeat(100)])('takes no longer for %s', (stars) => {
    expect(wanted(`p/${stars}b`, ['a'.repeat(250), 'a/'.repeat(400), 'a'.repeat(2000)])).toEqual([])
  })

  it.each(['(', '*', '?(', '!(', '[', '{a,', '{1..9}', '**/'])('refuses what takes too long to try: %s', (piece) => {
    const why = 'as a glob it takes too long to try; write several that are shorter and plainer'
    expect(fileGlob(piece.repeat(100_000))).toBe(why)
  })
})

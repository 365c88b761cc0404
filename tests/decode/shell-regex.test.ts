import { describe, expect, it } from 'vitest'
import { globsAround, globsOfRegex } from '../../src/decode/shell/regex.ts'

describe('globs of a regular expression', () => {
  it.each<[string, string[]]>([
    ['.*\\.ts', ['**.ts']],
    ['./a\\.ya?ml', ['?/a.yml', '?/a.yaml']],
    ['.*\\.\\(c\\|h\\)', ['**.c', '**.h']],
    ['(?:a|b)[0-9]+', ['a**', 'b**']],
    ['a|b', ['a', 'b']],
    ['\\bx\\d', ['x?']],
    ['a)\\.yaml', ['a).yaml']],
    ['(a|b))c', ['a)c', 'b)c']],
    ['((((((a))))))b', ['**']],
    ['('.repeat(400), ['**']],
  ])('that finds all of a name: %s', (source, globs) => expect(globsOfRegex(source)).toEqual(globs))

  it.each<[string, string[]]>([
    ['src', ['*src*', '**/*src*']],
    ['^\\.', ['.*']],
    ['\\.ts$', ['*.ts', '**/*.ts']],
    ['src/', ['**src/**']],
  ])('that finds a part of it: %s', (source, globs) => expect(globsAround(source)).toEqual(globs))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shellReach } from '../../src/decode/shell/reach.ts'

const reading = [
  'cat a.txt',
  'ls -la src && grep -rn "a > b" src | head -5',
  'git log --oneline -3; git status',
  'cat missing.txt 2>/dev/null || echo none',
  'find . -name "*.ts" 2>&1',
]
const notReading = [
  'rm a.txt',
  'cat a > b',
  'cat $(rm a)',
  'echo `rm a`',
  'find . -delete',
  'git push',
  'git diff --output=x',
  'X=1 cat a',
  'cat "unclosed',
  'sed -i s/a/b/ x',
  '',
]

describe('the reach of a shell line', () => {
  for (const line of reading) it(`only reads: ${line}`, () => expect(shellReach(line).onlyReads).toBe(true))
  for (const line of notReading) it(`may do more: ${line}`, () => expect(shellReach(line).onlyReads).toBe(false))

  it('finds paths behind quotes, redirections, options and nested shells', () => {
    expect(shellReach(`bash -c "rm '.opencode/state/x.json'"`).paths).toContain('.opencode/state/x.json')
    expect(shellReach('echo x>policies/a.yaml').paths).toContain('policies/a.yaml')
    expect(shellReach('dd if=/dev/zero of=.opencode/x').paths).toContain('.opencode/x')
    expect(shellReach('tool --out=dist/a.js').paths).toContain('dist/a.js')
    expect(shellReach('cd .opencode/state && rm active').paths).toContain('.opencode/state/active')
  })

  it('takes no address for a path', () => {
    expect(shellReach('curl https://x.example/a.sh').paths).toEqual([])
  })

  it('never fails', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (line) => Array.isArray(shellReach(line).paths)))
  })
})

describe('a line that grows', () => {
  // Each would be looked at for minutes, or make a text of gigabytes, if nothing bounded it.
  const units = [
    'nice -n env ',
    'env -u nice -n ',
    'stdbuf -o nice -n env ',
    'xargs -I rm ',
    'npx ',
    'flock a ',
    'watch rm ',
    'docker run sh -c ',
    'docker run -v /a:/b ',
    'parallel rm ',
    'sh -c ',
    'eval ',
    'cd a; ',
    'X=$X$X; ',
    'X="$X $X $X"; eval $X; ',
    'alias x="x x"; x ',
    'git -c alias.x=!git ',
    'find . -exec rm ',
    'echo {} | xargs -I{} xargs -I{} {} {} ',
    '$(',
    '{a,',
    '`echo ',
    '((',
    '${a:-',
    '<<A\n',
  ]

  it.each(units)('is looked at in a bounded number of steps: %s', (unit) => {
    for (const times of [12, 24, 200, 4000])
      expect(shellReach(`${unit.repeat(times)}x`).touches.length).toBeLessThan(2001)
  })

  it('is taken for one that may touch anything where it is too long to be looked through', () => {
    expect(shellReach(`${'nice -n env '.repeat(20)}rm x`)).toMatchObject({ onlyReads: false, touches: ['x', 'x/**'] })
    expect(shellReach('flock a '.repeat(2000)).touches).toContain('**')
  })

  it('may touch anything where its folder is longer than any path', () => {
    const { touches, paths } = shellReach('touch a; rm b', 'a/'.repeat(500_000))
    expect(touches).toEqual(['**/a', '**/b', '**/b/**'])
    expect(paths).toEqual(['**/a', '**/b'])
  })

  it('of honest length is looked through', () => {
    const files = Array.from({ length: 800 }, (_, at) => `src/file-${at}.ts`).join(' ')
    const { touches, paths, whole } = shellReach(`npx prettier --write ${files} && git add ${files}`)
    expect({ whole, paths: paths.length, touches: touches.length }).toEqual({ whole: true, paths: 800, touches: 800 })
  })

  it.each([
    ['a file in a here-document', `cat > a.md <<'EOF'\n${'See `a` and $(b).\n'.repeat(9000)}EOF\nrm b`],
    [
      'two files',
      `mkdir -p a\ncat > a/b <<'E'\n${'`x`\n'.repeat(90)}E\ncat <<-"E" > c\n${'$(y)\n'.repeat(90)}\tE\nrm b`,
    ],
    ['escaped signs of another language', `cat > a.md <<EOF\n${'See \\`a\\`.\n'.repeat(90)}EOF\nrm b`],
  ])('is looked through behind %s', (_, line) => {
    expect(shellReach(line)).toMatchObject({ whole: true, touches: expect.arrayContaining(['b']) })
  })

  const many = (count: number, make: (at: number) => string, between = ' '): string =>
    Array.from({ length: count }, (_, at) => make(at)).join(between)
  it.each([
    ['letters', `true ${'a'.repeat(40_000)}; rm b`],
    ['substitutions', `echo ${'$(a) '.repeat(70)}; rm b`],
    [
      'substitutions behind a text that only looks like a here-document',
      `echo "<<'E'\n${'$(a) '.repeat(70)}\nE\n"; rm b`,
    ],
    ['names', `cat ${many(2100, (at) => `a/${at}`)} b`],
    ['words', `${many(4100, () => 'a')} b`],
    ['shells in each other', `${'eval '.repeat(9)}rm b`],
    ['links', `${many(60, (at) => `ln -s a x${at}`, ';')}; rm x59`],
    ['mounts', `docker run ${many(30, (at) => `-v ./a${at}:/m${at}`)} alpine rm /m29`],
  ])('says that it is not read whole: more %s', (_, line) => {
    expect(shellReach(line).whole).toBe(false)
  })
})

it('follows links that lead into each other so far and no farther', () => {
  const deep = (times: number): string => Array.from({ length: times }, () => 'x').join('/')
  const links = Array.from({ length: 18 }, (_, at) => `ln -s ${deep(40)} ${deep(at + 1)}`)
  expect(shellReach(`${links.join('; ')}; rm ${deep(30)}`).touches.length).toBeLessThan(1000)
})

it('may be in any folder where it was in many', () => {
  const folders = Array.from({ length: 12 }, (_, at) => `cd x${at}`)
  expect(shellReach(`${folders.join('; ')}; rm b.json`).touches).toContain('**/b.json')
})

describe('what stands behind much else is seen too', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')
  it.each([
    ['a line in a pipe', `echo "true ${words(25)}; rm a/b.json" | sh`],
    ['words of xargs', `echo ${words(60)} a/b.json | xargs rm`],
    ['a loop', `for f in ${words(60)} a/b.json; do rm $f; done`],
    ['braces', `rm {${words(60).replaceAll(' ', ',')},a/b.json}`],
    ['alternatives', `find . -regex '.*/(${words(25).replaceAll(' ', '|')}|b.json)' -delete`],
    ['many names', `rm ${words(300)} a/b.json`],
    ['many settings of git', `git -c a=b -c c=d -c e=f -C a rm b.json`],
    [
      'many words in code',
      `python -c "a.b = [${Array.from({ length: 400 }, (_, at) => `'x.${at}'`).join(', ')}]; open('a/b.json', 'w')"`,
    ],
    ['many texts in code', `python -c "x = [${"'a', ".repeat(150)}'YS9iLmpzb24=']; open(x)"`],
    [
      'many ways to join',
      `python -c "${Array.from({ length: 15 }, (_, at) => `'${at}'.join(a)`).join(';')}; '-/-'.join(['a', 'b.json'])"`,
    ],
    [
      'many lines of a script',
      `${Array.from({ length: 30 }, (_, at) => `echo "true ${at}" >> x.sh`).join(';')}; echo "rm a/b.json" >> x.sh; sh x.sh`,
    ],
    [
      'many texts put together',
      `${Array.from({ length: 8 }, (_, at) => `X=${at}`).join(';')}; X=a; Y=/c; Y=/b.json; X+=$Y; rm $X`,
    ],
    ['names in a list with names', `declare -A x=([k]=src [l]=a/b.json); rm "$\{x[l]}"`],
    ['a text that is read in pieces', 'IFS=: read -r x y <<< "src:a/b.json"; rm "$y"'],
    ['code that is fed', `python3 - a/b.json <<< 'import sys; open(sys.argv[1], "w")'`],
    ['rules of make in a substitution', "make -f <(printf 'x:\\n\\trm a/b.json\\n')"],
    ['a folder of git', 'cd a; git --work-tree=b.json clean -fd'],
    ['a list in a variable', 'X="src a/b.json"; rm $X'],
  ])('%s', (_, line) => {
    expect(shellReach(line).touches.some((path) => /^a\/b\.json$|^\*\*$|^\*\*\/\*\*$/.test(path))).toBe(true)
  })
})

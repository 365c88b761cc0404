import { describe, expect, test } from 'vitest'
import { redact } from '../../../src/runtime/text/redact.ts'
import { allShapes, isLeft } from '../../attack/secrets.ts'
import { processorTime } from '../../support/processor-time.ts'
import { lookAlikes } from './look-alikes.ts'
import { made } from './made.ts'
import { shapesOf } from './shapes.ts'

/** Each miss on a line of its own, with the share of what was right. */
function table(all: number, misses: readonly string[]): string {
  return [`${all - misses.length} of ${all}`, ...misses].join('\n')
}

/** As a program is given a text by a shell: within quotes, or as what it reads if it has lines. */
const inShell = (text: string): string =>
  text.includes('\n')
    ? `cat > a.txt <<'EOT'\n${text}\nEOT\nmake`
    : `printf '%s' '${text.replaceAll("'", "'\\''")}' >> a.txt && make`

describe('secrets', () => {
  const all = allShapes()
  const misses = all.filter(isLeft).map(({ name, text }) => `${name}: ${JSON.stringify(redact(text))}`)

  test('are found, at least 96 of 100 shapes', () => {
    expect(shapesOf(made(1)).length).toBeGreaterThanOrEqual(140)
    expect(misses.length / all.length, table(all.length, misses)).toBeLessThanOrEqual(0.04)
  })

  test('are found, all that are known', () => {
    expect(table(all.length, misses)).toBe(table(all.length, []))
  })

  test.each<[string, (text: string) => string]>([
    ['in JSON', (text) => JSON.stringify({ output: `first\n${text}\nlast` })],
    ['in JSON within JSON', (text) => JSON.stringify({ a: JSON.stringify([`first\n\t${text}`]) })],
    ['in colour', (text) => `\u001b[32m${text}\u001b[0m`],
    ['behind a diff mark', (text) => text.replace(/^/gm, '+')],
    ['in brackets', (text) => `(${text})`],
    ['behind a number of a line', (text) => text.replace(/^/gm, '12: ')],
  ])('are found %s', (_, around) => {
    // Where a line begins or ends is a part of what these say.
    const oneLine = all.filter(({ name, text }) => !text.includes('\n') && !name.endsWith('pgpass'))
    const inside = oneLine.map((shape) => ({
      ...shape,
      text: around(shape.text),
      secret: shape.secret.split('\n')[0] ?? '',
    }))
    const left = inside.filter(isLeft).map(({ name, text }) => `${name}: ${JSON.stringify(redact(text))}`)
    expect(table(inside.length, left)).toBe(table(inside.length, []))
  })

  test.each<[string, (text: string) => string]>([
    ['in JSON', (text) => JSON.stringify({ output: `first\n${text}\nlast` })],
    ['in a line of a shell', inShell],
  ])('over lines are found %s', (_, around) => {
    // Between the first line of a program and its last, what an older shape needs around it is another.
    const later = all.filter(({ name }) => /^(?:tables|files|code|typed): /.test(name))
    const inside = later.map(({ name, text, secret }) => ({
      name,
      text: around(text),
      secret: JSON.stringify(secret.split('\n')[0]).slice(1, -1),
    }))
    const left = inside.filter(isLeft).map(({ name, text }) => `${name}: ${JSON.stringify(redact(text))}`)
    expect(later.length).toBeGreaterThan(5 * 250)
    expect(table(inside.length, left)).toBe(table(inside.length, []))
  })

  test('are not looked for again in what is left of them', () => {
    for (const { text } of all) expect(redact(redact(text))).toBe(redact(text))
  })
})

describe('what looks like a secret', () => {
  const misses = lookAlikes
    .filter((text) => redact(text) !== text)
    .map((text) => `${JSON.stringify(text)} -> ${JSON.stringify(redact(text))}`)

  test('stays, at least 97 of 100', () => {
    expect(lookAlikes.length).toBeGreaterThanOrEqual(60)
    expect(misses.length / lookAlikes.length, table(lookAlikes.length, misses)).toBeLessThanOrEqual(0.03)
  })

  test('stays, all that is known', () => {
    expect(table(lookAlikes.length, misses)).toBe(table(lookAlikes.length, []))
  })

  test.each(['"', "'", ''])('also in %s', (quote) => {
    const changed = lookAlikes
      .filter((text) => !/["'`\n]/.test(text))
      .filter((text) => redact(`${quote}${text}${quote}`) !== `${quote}${text}${quote}`)
    expect(changed).toEqual([])
  })
})

/** The best of three: what the runtime itself does besides only adds. */
const spent = (text: string): number => Math.min(...[0, 1, 2].map(() => processorTime(() => redact(text))))

describe('a text twice as long takes twice as long', () => {
  test.each(
    [
      'key=',
      'key="',
      'password: ',
      `password='\\"`,
      'a_key',
      'secret',
      'https://a:',
      'https://a@',
      'sk-"',
      'eyJaaaaaaaa.',
      'mysql -p',
      'curl -u a:',
      'net use /user:a ',
      'Cookie: a=b; ',
      'Authorization: Bearer ',
      ['-----BEGIN ', 'PRIVATE KEY-----'].join(''),
      ['AAAA\n-----END ', 'PRIVATE KEY-----\n'].join(''),
      'login a password ',
      'the password is a1',
      '\\\\\\"',
      '$6$a$',
      '\u001b[32m',
      'a',
      '1:',
    ].map((piece) => [piece] as const),
  )('%j', (piece) => {
    const text = piece.repeat(Math.ceil(200_000 / piece.length))
    redact(text.slice(0, 20_000))
    const [once, twice] = [spent(text), spent(text + text)]
    expect(twice, `${once} ms, then ${twice} ms`).toBeLessThan(3 * once + 20)
  })
})

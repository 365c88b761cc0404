import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redact } from '../../src/runtime/text/redact.ts'

const letters = (count: number) => 'aB3dE5gH7jK9mN1pQ2sT4vW6yZ8'.repeat(8).slice(0, count)

describe('F7-07: secrets', () => {
  test.each([
    [
      'curl -H "Authorization: Bearer sk-ant-api03-AAAABBBB" x',
      'curl -H "Authorization: Bearer [REDACTED:anthropic]" x',
    ],
    ['curl -H "Authorization: Basic dXNlcjpwYXNz" x', 'curl -H "Authorization: Basic [REDACTED:authorization]" x'],
    [`use Bearer ${letters(24)}`, 'use Bearer [REDACTED:bearer]'],
    ['id AKIAABCDEFGHIJKLMNOP end', 'id [REDACTED:aws] end'],
    [`ghp_${letters(36)}`, '[REDACTED:github]'],
    [`github_pat_${letters(40)}`, '[REDACTED:github]'],
    [`//packages.example.org/:_authToken=npm_${letters(36)}`, '//packages.example.org/:_authToken=[REDACTED:npm]'],
    [`xoxb-1234567890-${letters(20)}`, '[REDACTED:slack]'],
    [`sk-proj-${letters(40)}`, '[REDACTED:openai]'],
    [`sk_live_${letters(24)}`, '[REDACTED:stripe]'],
    [`AIza${letters(35)}`, '[REDACTED:google]'],
    [`eyJ${letters(20)}.eyJ${letters(20)}.${letters(30)}`, '[REDACTED:jwt]'],
    ['API_KEY=abcd1234secret npm run x', 'API_KEY=[REDACTED:secret] npm run x'],
    ['DB_PASSWORD="correct horse" ./run', 'DB_PASSWORD="[REDACTED:secret]" ./run'],
    ['{"clientSecret": "0123456789abcdef"}', '{"clientSecret": "[REDACTED:secret]"}'],
    ['deploy --token abc123def456 --force', 'deploy --token [REDACTED:secret] --force'],
    ['git clone https://me:hunter22@x.example/r.git', 'git clone https://me:[REDACTED:password]@x.example/r.git'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nrest', '[REDACTED:private-key]\nrest'],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected)
  })
})

describe('what is no secret stays', () => {
  test.each([
    'The primary key: customer id, sorted by date',
    'monkey=banana turkey=sandwich',
    'Which token should the parser emit?',
    'export API_KEY=$MY_KEY',
    'password = readPassword(prompt)',
    'sk-learn is a library; sk-short',
    'https://x.example:8080/path?page=2',
    'Basic authentication or Bearer authentication?',
    'key: <your key here>',
    'max_tokens=4000 tokens: 12',
    '--password-file /run/secrets/x',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text)
  })
})

const piece = fc.oneof(
  fc.string(),
  fc.constantFrom(
    'Authorization: Bearer ',
    'Bearer ',
    'API_KEY=',
    'password: "',
    '--token ',
    'https://a:',
    '@x.example ',
    'sk-ant-',
    'ghp_',
    '[REDACTED:secret]',
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----',
    'eyJ',
    '.',
    '"',
    "'",
    letters(24),
  ),
)

test('redacting twice changes nothing', () => {
  expect(redact('https://a:API_KEY=https://a:q7@')).toBe('https://a:API_KEY=https://a:[REDACTED:password]@')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const once = redact(pieces.join(''))
      expect(redact(once)).toBe(once)
    }),
    { numRuns: 2000 },
  )
})

test('text of plain words is unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,12}[.,]?$/), { maxLength: 40 }), (words) => {
      const text = words.join(' ')
      expect(redact(text)).toBe(text)
    }),
  )
})

test.each([
  ['eyJ-'.repeat(16_000)],
  ['a_key'.repeat(12_000)],
  ['key='.repeat(16_000)],
  ['https://a:'.repeat(6000)],
  ['-----BEGIN PRIVATE KEY-----'.repeat(2000)],
  ['Authorization: Bearer '.repeat(3000)],
  ['secret'.repeat(10_000)],
])('a long text made to be slow is read to its end: %#', (text) => {
  const short = redact(text.slice(0, 6000))
  const whole = redact(text)
  expect(short.length).toBeGreaterThan(0)
  expect(redact(whole)).toBe(whole)
})

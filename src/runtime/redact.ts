interface Pattern {
  kind: string
  /** The pattern is tried only if the text has one of these; all hits need one. */
  hints: readonly string[]
  pattern: RegExp
  /** Groups that stay, before and after the secret. */
  keeps?: true
}

/** No letter, digit, _ or - before: so a run of such characters is tried once, and time stays linear. */
const start = '(?<![\\w-])'
/** A digit among the first letters: secrets have one, names of things rarely. */
const digitAhead = '(?=[A-Za-z._~+/=-]{0,200}\\d)'

const patterns: readonly Pattern[] = [
  {
    kind: 'private-key',
    hints: ['PRIVATE KEY-----'],
    pattern: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
  },
  { kind: 'jwt', hints: ['eyJ'], pattern: new RegExp(`${start}eyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*`, 'g') },
  { kind: 'anthropic', hints: ['sk-ant-'], pattern: new RegExp(`${start}sk-ant-[\\w-]{8,}`, 'g') },
  { kind: 'openai', hints: ['sk-'], pattern: new RegExp(`${start}sk-${digitAhead}[\\w-]{16,}`, 'g') },
  {
    kind: 'stripe',
    hints: ['_live_', '_test_', 'whsec_'],
    pattern: new RegExp(`${start}(?:(?:sk|rk|pk)_(?:live|test)_|whsec_)[A-Za-z0-9]{8,}`, 'g'),
  },
  {
    kind: 'aws',
    hints: ['AKIA', 'ASIA'],
    pattern: new RegExp(`${start}(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])`, 'g'),
  },
  {
    kind: 'github',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: new RegExp(`${start}(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\\w{20,})`, 'g'),
  },
  { kind: 'gitlab', hints: ['glpat-'], pattern: new RegExp(`${start}glpat-[\\w-]{16,}`, 'g') },
  { kind: 'npm', hints: ['npm_'], pattern: new RegExp(`${start}npm_[A-Za-z0-9]{20,}`, 'g') },
  { kind: 'slack', hints: ['xox'], pattern: new RegExp(`${start}xox[abeoprs]-[\\w-]{10,}`, 'g') },
  {
    kind: 'google',
    hints: ['AIza', 'ya29.'],
    pattern: new RegExp(`${start}(?:AIza[\\w-]{30,}|ya29\\.[\\w-]{20,})`, 'g'),
  },
  {
    kind: 'authorization',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern:
      /(authorization["']?\s{0,5}[:=]\s{0,5}["']?(?:bearer|basic|token|digest)\s{1,5})(?!\[REDACTED:)[^\s"',;\\]{4,}()/gi,
    keeps: true,
  },
  {
    kind: 'bearer',
    hints: ['earer', 'EARER'],
    pattern: new RegExp(`(\\b[Bb](?:earer|EARER)\\s{1,5})${digitAhead}[A-Za-z0-9._~+/=-]{16,}()`, 'g'),
    keeps: true,
  },
  {
    kind: 'password',
    hints: ['://'],
    pattern: /((?<![\w+.-])[A-Za-z][\w+.-]{1,20}:\/\/[^\s:@/"'<>]{0,100}:)(?!\[REDACTED:)[^\s@/"'<>]{1,300}(@)/g,
    keeps: true,
  },
  ...assignments(),
]

/** `NAME=value`, `name: "value"` and `--name value` for names that end in a word for a secret. */
function assignments(): Pattern[] {
  const words = ['key', 'token', 'secret', 'password', 'passwd', 'pwd']
  const upper = words.map((word) => word.toUpperCase())
  const capital = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  const apart = `(?:[\\w.-]{0,60}?[_.-])?(?:${[...words, ...upper, ...capital, 'apikey', 'APIKEY'].join('|')})`
  const camel = `[A-Za-z0-9_.-]{0,60}?[a-z0-9](?:${capital.join('|')})`
  const name = `(?<![\\w.])(?<![\\w.]-)(?:${apart}|${camel})\\d{0,3}`
  const hints = [...words, ...upper, ...capital]
  const plain = '[^\\s"\'`$<>(){}\\[\\],;&|]'
  const mixed = '(?=[\\w+/=~-]{0,100}\\d)(?=[\\w+/=~-]{0,100}[A-Za-z])'
  const pattern = (source: string): Pattern => ({
    kind: 'secret',
    hints,
    pattern: new RegExp(source, 'g'),
    keeps: true,
  })
  return [
    pattern(`(${name}["']?\\s{0,3}[:=]\\s{0,3}")(?![$<{]|\\[REDACTED:)[^"\\n]{4,300}(")`),
    pattern(`(${name}["']?\\s{0,3}[:=]\\s{0,3}')(?![$<{]|\\[REDACTED:)[^'\\n]{4,300}(')`),
    pattern(`(${name}=)${plain}{6,}(?!\\()()`),
    pattern(`(${name}\\s{0,3}[:=]\\s{0,3})${mixed}[\\w+/=~-]{8,}(?![\\w(])()`),
    pattern(`(--${name}\\s{1,3})${mixed}[\\w+/=~-]{8,}(?![\\w(])()`),
  ]
}

const literally = (hint: string): string => hint.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Most texts have none: one look instead of one for each pattern. */
const anyHint = new RegExp([...new Set(patterns.flatMap(({ hints }) => hints))].map(literally).join('|'))

/**
 * The text with secrets replaced by `[REDACTED:kind]`; everything else stays, so a command keeps its
 * shape. Redacting again changes nothing.
 */
export function redact(text: string): string {
  let result = text
  for (let times = 0; times < mostTimes; times++) {
    const before = result
    result = redactOnce(before)
    if (result === before) break
  }
  return result
}

/** What stands in the place of one secret may complete the shape of another. */
const mostTimes = 4

function redactOnce(text: string): string {
  if (!anyHint.test(text)) return text
  let result = text
  for (const { kind, hints, pattern, keeps } of patterns) {
    if (!hints.some((hint) => result.includes(hint))) continue
    result = result.replace(pattern, keeps ? `$1[REDACTED:${kind}]$2` : `[REDACTED:${kind}]`)
  }
  return result
}

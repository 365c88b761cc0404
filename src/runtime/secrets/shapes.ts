import { matchesIn } from './matches.ts'
import { cookiesIn } from './cookies.ts'
import { keysIn } from './keys.ts'
import type { Span } from './span.ts'
import { tokenStart as start } from './token-start.ts'
import { isOpen, looksRandom } from './values.ts'

/** A secret that its form or its surroundings give away. */
interface Shape {
  kind: string
  /** Tried only if the text has one of these; all hits need one. */
  hints: readonly string[]
  /** The first group stays, the second is the secret. */
  pattern: RegExp
  /** Whether what was found is one. */
  holds?: (secret: string) => boolean
}

const uuid = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const quote = "(?:\\\\{0,7}[\"'`]|'\\\\{1,3}'')"
const lineBreak = '(?:\\r?\\n|(?:\\\\r)?\\\\n)'

const lineStart = `(?<=^|\\n|\\\\n|["'] ?|\\s)`
const lineEnd = `(?=\\s|$|["'\\\\])`

const token = (kind: string, hint: string, source: string, flags = 'g'): Shape => ({
  kind,
  hints: [hint],
  pattern: new RegExp(`()(${source})`, flags),
})

const behind = (kind: string, hint: string, before: string, secret: string, holds?: Shape['holds']): Shape => ({
  kind,
  hints: [hint],
  pattern: new RegExp(`(${before})(${secret})`, 'gi'),
  ...(holds !== undefined && { holds }),
})

const isClosed = (secret: string): boolean => !isOpen(secret)
const isMixed = (secret: string): boolean => /\d/.test(secret) && /[A-Za-z]/.test(secret)

const shapes: readonly Shape[] = [
  token(
    'jwt',
    'eyJ',
    `${start}eyJ[\\w-]{8,}\\.(?:[\\w-]{8,}\\.[\\w-]*(?:\\.[\\w-]+){0,2}|\\.[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]{8,})`,
  ),
  token('slack', 'xox', `${start}xox[a-z](?:[.-]xox[a-z])?-(?=\\d|[A-Za-z0-9%+/]{20,})[\\w%+/=.-]{10,}`),
  behind('twilio', 'AC', `${start}AC[0-9a-f]{32}:`, '[0-9a-f]{32}(?![\\w])'),
  behind('authorization', 'esponse=', '\\bresponse=\\\\{0,7}"?', '[0-9a-f]{32,128}(?![\\w])'),
  behind(
    'otp',
    'code',
    '(?:recovery|backup)[ _-]codes?(?: are| is)?[:=]?\\s{1,4}',
    '[0-9a-z]{4,6}-[0-9a-z]{4,6}(?:[\\s,]{1,3}[0-9a-z]{4,6}-[0-9a-z]{4,6}){0,19}',
    isMixed,
  ),
  token('telegram', ':A', '(?<!\\d)\\d{6,16}:A[\\w-]{33,36}(?![\\w-])'),
  token('discord', '.', '(?<![\\w.-])[MNO][\\w-]{22,27}\\.[\\w-]{6}\\.[\\w-]{27,45}(?![\\w-])'),
  token('azure', 'Q~', '(?<![\\w~.-])[\\w~.]{3}\\dQ~[\\w~.-]{31,40}'),
  token('azure', 'AZDO', '(?<![A-Za-z0-9])[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}'),
  token('azure', 'JQQJ99', '(?<![A-Za-z0-9])[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{14,30}'),
  token('firebase', 'APA91b', '(?<![\\w:-])[\\w-]{11}:APA91b[\\w-]{130,}'),
  token('bitwarden', '0.', `${start}0\\.${uuid}\\.[A-Za-z0-9]{30}:[A-Za-z0-9+/]{20,24}={0,2}`),
  token('infisical', 'st.', `${start}st\\.[0-9a-f-]{13,36}\\.[0-9a-f]{32}\\.[0-9a-f]{32}`),
  token('convex', '|eyJ', '(?:prod|dev|preview):[\\w:-]{3,60}\\|eyJ[\\w+/=-]{20,}'),
  behind('alchemy', '.alchemy.com/', '\\.alchemy\\.com/(?:nft/)?v[23]/', '[\\w-]{24,}', looksRandom),
  behind('infura', '.infura.io/', '\\.infura\\.io/(?:ws/)?v3/', '[0-9a-f]{32}'),
  behind('azure', 'azurewebsites.net/', 'azurewebsites\\.net/[^\\s?"\']{0,200}\\?code=', '[\\w%+/=-]{40,}'),
  behind('oracle', 'oracle:', 'jdbc:oracle:\\w{2,5}:\\w{1,60}/', '[^\\s@"\']{3,100}(?=@)', isClosed),
  behind('masked', '::add-mask::', '::add-mask::', '[^\\s"\'\\\\]{4,}', isClosed),
  token('terraform', '.atlasv1.', `${start}[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{40,}`),
  token('airtable', 'pat', `${start}pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}`),
  token('maxmind', '_mmk', `${start}[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk`),
  token('resend', 're_', `${start}re_(?=\\w{0,32}\\d)[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?!\\w)`),
  token(
    'ngrok',
    '_',
    `${start}[1-9](?=[A-Za-z0-9]{0,25}[a-z])(?=[A-Za-z0-9]{0,25}[A-Z])[A-Za-z0-9]{26}_[A-Za-z0-9]{21}(?!\\w)`,
  ),
  token('mapbox', 'sk.eyJ', `${start}sk\\.eyJ[\\w-]{20,}\\.[\\w-]{16,}`),
  token('mailchimp', '-us', '(?<![0-9a-f])[0-9a-f]{32}-us\\d{1,2}(?!\\w)'),
  token('newrelic', 'NRAL', '(?<![0-9a-f])[0-9a-f]{36}NRAL'),
  token('launchdarkly', '-', `${start}(?:sdk|api|mob)-${uuid}`),
  token('heroku', 'HRKU-', `${start}HRKU-${uuid}`),
  token('asana', '/', '(?<![\\w/])[12]/\\d{10,20}(?:/\\d{10,20})?:[0-9a-f]{32}'),
  token('clickup', 'pk_', `${start}pk_\\d{4,12}_[A-Z0-9]{24,}`),
  token('vault', 's.', '(?<![\\w.$/])s\\.(?=[A-Za-z]{0,23}\\d)(?=[a-z0-9]{0,23}[A-Z])[A-Za-z0-9]{24}(?![\\w.(])'),
  token('hash', '$', '\\$(?:1|5|6|7|y|gy|md5|sha1|apr1)\\$(?:[\\w./=,$-]{0,40}\\$)?[\\w./]{20,}'),
  token('hash', '$2', '\\$2[abxy]?\\$\\d\\d\\$[\\w./]{50,}'),
  token('hash', '$', '\\$(?:argon2(?:id|i|d)|scrypt|pbkdf2[\\w-]{0,12}|bcrypt[\\w-]{0,10})\\$[\\w./=,$+-]{20,}'),
  token('hash', 'pbkdf2_', 'pbkdf2_\\w{3,8}\\$\\d{1,8}\\$[^\\s$"\']{4,64}\\$[\\w+/=]{20,}'),
  behind('hash', '{', '\\{(?:SSHA?\\d{0,3}|SHA\\d{0,3}|CRYPT|SMD5|PBKDF2[\\w-]{0,8})\\}', '[\\w+/=.$]{16,}'),
  token(
    'vault',
    '$ANSIBLE_VAULT',
    `\\$ANSIBLE_VAULT;[\\d.]{1,6};AES256[^\\n\\\\]{0,80}(?:${lineBreak}[ \\t]{0,40}[0-9a-f]{20,})+`,
  ),
  behind('private-key', 'Private-', `Private-Lines:\\s{0,4}\\d{1,4}${lineBreak}`, `(?:[\\w+/=]{4,}(?:${lineBreak})?)+`),
  behind('private-key', 'Private-', 'Private-(?:MAC|Hash):\\s{0,4}', '[0-9a-f]{32,}'),
  behind('private-key', '"d', `"d\\\\{0,7}"\\s{0,4}:\\s{0,4}\\\\{0,7}"`, '[\\w-]{40,}'),
  behind('aws', 'REDACTED:aws', '\\[REDACTED:aws\\][\\s"\',:;/|]{1,4}', '[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])'),
  {
    kind: 'authorization',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern: new RegExp(
      `(authorization${quote}?\\s{0,5}[:=,]\\s{0,5}${quote}?(?:bearer|basic|token|digest|negotiate|ntlm|apikey|api-key|key|bot|sharedkey|oauth|hawk|ssws|geniekey|splunk)\\s{1,5})([^\\s"'\`,;\\\\]{4,})`,
      'gi',
    ),
    holds: isClosed,
  },
  {
    kind: 'authorization',
    hints: ['uthorization', 'UTHORIZATION'],
    pattern: new RegExp(`(authorization${quote}?\\s{0,5}[:=]\\s{0,5}${quote}?)([^\\s"'\`,;\\\\]{8,})`, 'gi'),
    holds: (secret) => isClosed(secret) && (looksRandom(secret) || (isMixed(secret) && !secret.includes('('))),
  },
  {
    kind: 'bearer',
    hints: ['earer', 'EARER'],
    pattern: /(\b[Bb](?:earer|EARER)\s{1,5})((?=[A-Za-z._~+/=-]{0,200}\d)[A-Za-z0-9._~+/=-]{16,})/g,
  },
  {
    kind: 'password',
    hints: [':/'],
    pattern:
      /((?:(?<!\w)|(?<=\u001b\[[\d;]{0,12}m))[A-Za-z][\w+.-]{1,20}:\/{1,2}[^\s:@/"'<>[]{0,100}:)(?!(?:postgres|password|root|admin|user|pass|test|guest)@(?:localhost|127\.0\.0\.1|db|postgres|mysql|redis|mongo|host)\b)([^\s/"'<>`]{1,300})(?=@)/g,
    holds: (secret) => isClosed(secret) && !/^\$\{|\$\(|^%s$|^\{/.test(secret),
  },
  {
    kind: 'password',
    hints: [':/'],
    pattern:
      /((?:(?<!\w)|(?<=\u001b\[[\d;]{0,12}m))[A-Za-z][\w+.-]{1,20}:\/{1,2})([^\s:@/"'<>`]{12,300})(?=(?::x-oauth-basic)?@)/g,
    holds: (secret) => isClosed(secret) && (looksRandom(secret) || /^[0-9a-f]{24,}$/.test(secret)),
  },
  behind('webhook', 'hooks.slack.com', 'hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/', '[\\w/+-]{8,}'),
  behind('webhook', '/webhooks/', 'discord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/', '[\\w/-]{16,}'),
  behind('webhook', '/webhook', '(?:webhook\\.office|outlook\\.office(?:365)?)\\.com/webhook(?:b2)?/', '[\\w/@-]{16,}'),
  behind('webhook', 'hooks.zapier.com', 'hooks\\.zapier\\.com/hooks/(?:catch|standard)/', '[\\w/-]{8,}'),
  behind('webhook', '/with/key/', '/with/key/', '[\\w-]{16,}'),
  behind('webhook', '/hook/', '/open-apis/bot/v2/hook/', '[\\w-]{16,}'),
  behind('webhook', 'webhook/send', 'webhook/send\\?key=', '[\\w-]{16,}'),
  behind('webhook', '/hooks/', '/hooks/', '[a-z0-9]{26}(?!\\w)', isMixed),
  behind('webhook', '/webhook', '/(?:incoming-?)?webhooks?/', '[\\w-]{24,}', looksRandom),
  behind(
    'password',
    'chpasswd',
    'echo\\s{1,4}\\\\{0,7}["\']?[\\w.-]{1,60}:',
    '[^\\s"\'|\\\\]{3,200}(?=["\'\\\\]{0,8}\\s{0,8}\\|\\s{0,8}(?:sudo\\s{1,4})?chpasswd)',
    isClosed,
  ),
  behind(
    'password',
    'sudo',
    `(?:echo|printf)\\s{1,4}(?:-\\w\\s{1,4})?${quote}?`,
    '[^\\s"\'|\\\\]{3,200}(?=["\'\\\\]{0,8}\\s{0,8}\\|\\s{0,8}sudo\\s[^\\n|]{0,40}-S)',
    isClosed,
  ),
  behind(
    'password',
    'secret',
    `(?:echo|printf)\\s{1,4}(?:-\\w\\s{1,4})?${quote}?`,
    '[^\\s"\'|\\\\]{3,200}(?=["\'\\\\]{0,8}\\s{0,8}\\|\\s{0,8}[\\w.-]{1,20}(?:\\s[\\w:-]{1,20})?\\s{1,4}secrets?\\s{1,4}(?:set|put|create|versions|add)\\b)',
    isClosed,
  ),
  behind(
    'password',
    '--stdin',
    `(?:echo|printf)\\s{1,4}(?:-\\w\\s{1,4})?${quote}?`,
    '[^\\s"\'|\\\\]{3,200}(?=["\'\\\\]{0,8}\\s{0,8}\\|\\s{0,8}(?:sudo\\s)?passwd\\s{1,4}--stdin)',
    isClosed,
  ),
  behind(
    'password',
    '-stdin',
    `(?:echo|printf)\\s{1,4}(?:-\\w\\s{1,4})?${quote}?`,
    '[^\\s"\'|\\\\]{3,200}(?=["\'\\\\]{0,8}\\s{0,8}\\|[^\\n|]{0,200}--password-stdin)',
    isClosed,
  ),
  behind('password', 'sudo', 'sudo\\s[^\\n<]{0,60}-S[^\\n<]{0,60}<<<\\s{0,4}["\']?', '[^\\s"\'|]{3,200}', isClosed),
  behind(
    'password',
    'dentified',
    'identified\\s{1,4}(?:with\\s{1,4}\\S{1,40}\\s{1,4})?(?:by|as)\\s{1,4}(?:password\\s{1,4})?["\']',
    '[^"\'\\n]{3,200}',
    isClosed,
  ),
  behind(
    'password',
    'DENTIFIED',
    'identified\\s{1,4}(?:with\\s{1,4}\\S{1,40}\\s{1,4})?(?:by|as)\\s{1,4}(?:password\\s{1,4})?["\']',
    '[^"\'\\n]{3,200}',
    isClosed,
  ),
  behind(
    'password',
    "ASSWORD '",
    "password\\s{1,4}'",
    "[^'\\n]{3,200}(?=')",
    (secret) => isClosed(secret) && !/\s/.test(secret),
  ),
  behind(
    'password',
    "assword '",
    "password\\s{1,4}'",
    "[^'\\n]{3,200}(?=')",
    (secret) => isMixed(secret) && !/\s/.test(secret),
  ),
  behind(
    'password',
    'auth',
    `auth\\s{0,2}=\\s{0,2}\\(\\s{0,2}${quote}[^"'\\n]{1,80}${quote}\\s{0,2},\\s{0,2}${quote}`,
    '[^"\'\\n]{4,200}',
    isClosed,
  ),
  {
    kind: 'cookie',
    hints: ['TRUE', 'FALSE'],
    // A line of a cookie jar: domain, for its hosts too, path, secure, expiry, name, value.
    pattern:
      /((?:TRUE|FALSE)(?:\t|\\{1,7}t)\/[^\s\\]{0,200}(?:\t|\\{1,7}t)(?:TRUE|FALSE)(?:\t|\\{1,7}t)\d{1,12}(?:\t|\\{1,7}t)[^\s\\]{1,100}(?:\t|\\{1,7}t))([^\s"'\\\u001b)]{6,4000})/g,
    holds: (secret) => isClosed(secret) && isMixed(secret),
  },
  {
    kind: 'password',
    hints: [':'],
    // host:port:database:user:password
    pattern: new RegExp(
      `(${lineStart}(?:(?:\\*|localhost|[\\w-]+(?:\\.[\\w-]+)+):(?:\\*|\\d{4,5})|[\\w-]{1,60}:(?:5432|5433|6432)):[A-Za-z*][\\w*.-]{0,60}:[A-Za-z_*][\\w*.-]{0,60}:)([^\\s:"'\\\\]{4,200})${lineEnd}`,
      'g',
    ),
    holds: isClosed,
  },
  {
    kind: 'hash',
    hints: ['::'],
    // A line of accounts with a hash as it was once made, or of what Windows keeps.
    pattern: new RegExp(
      `(${start}[\\w.$-]{1,40}:)((?:[A-Za-z0-9./]{13}(?=:\\d{0,6}:\\d{0,6}:\\d{0,6}:\\d{0,6}:))|(?:\\d{1,8}:[0-9a-fA-F]{32}:[0-9a-fA-F]{32}(?=:::)))`,
      'g',
    ),
  },
  token('hash', 'SCRAM-SHA-', 'SCRAM-SHA-(?:1|256|512)\\$\\d{1,8}:[\\w+/=]{4,64}\\$[\\w+/=]{20,}:[\\w+/=]{4,}'),
  token('hash', 'grub.pbkdf2', 'grub\\.pbkdf2\\.\\w{3,8}\\.\\d{1,8}\\.[0-9A-Fa-f]{16,}\\.[0-9A-Fa-f]{32,}'),
  token('jenkins', '{AQAA', '\\{AQAA[\\w+/=]{20,}\\}'),
  token('docker', 'eyJhdXRo', `${start}eyJhdXRo[\\w+/=-]{16,}`),
  behind('password', ']:', '\\]:\\d{2,5}[ \\t]{1,8}[^\\s:]{1,100}:', '[^\\s"\'\\\\]{4,200}', isClosed),
]

/** Everything that has a form of its own. */
export function shapesIn(text: string): Span[] {
  const found: Span[] = [...keysIn(text), ...cookiesIn(text)]
  // Nearly all texts have none of the many hints, so that each is looked for as cheaply as that can be.
  for (const shape of shapes) if (isHinted(text, shape.hints)) found.push(...spansOf(text, shape))
  return found
}

function isHinted(text: string, hints: readonly string[]): boolean {
  for (const hint of hints) if (text.includes(hint)) return true
  return false
}

const spansOf = (text: string, { kind, pattern, holds }: Shape): Span[] =>
  matchesIn(text, pattern).flatMap(({ 0: whole, 2: secret = '', index }) => {
    if (secret.startsWith('[REDACTED:') || (holds !== undefined && !holds(secret))) return []
    const to = index + whole.length
    return [{ from: to - secret.length, to, kind }]
  })

/**
 * What a name says of its value. `password`: a person made it up, so it may be a plain word. `secret`: a machine made
 * it. `maybe`: only if it looks like a secret. `words`: it is made of many words.
 */
export type NameKind = 'password' | 'secret' | 'maybe' | 'words'

const passwords = new Set('password passwd passwort passphrase passcode pwd psw pw psk'.split(' '))
const secrets = new Set(
  'secret secrets token apikey accesskey secretkey privatekey credential credentials creds jwt bearer'.split(' '),
)
const maybes = new Set(
  (
    'key keys pass auth pat pin otp sig signature sid sess session sessid sessionid jsessionid phpsessid cookie cred ' +
    'dsn salt ident authorization'
  ).split(' '),
)
const manyWords = new Set('mnemonic seedphrase'.split(' '))

/** What makes a key one that opens something. */
const opening = new Set(
  (
    'api access secret private auth encryption encrypt decryption signing sign license licence account storage shared ' +
    'service deploy client consumer app application hmac session cookie webhook admin root ssh aws azure gcp google ' +
    'openai stripe twilio sendgrid mailgun datadog sentry algolia master cipher aes rsa symmetric unseal recovery ' +
    'integration ingest write read server subscription project user host'
  ).split(' '),
)
/** What makes of a key or a token something that everybody may know. */
const known = new Set(
  (
    'public pub primary foreign cache sort partition range idempotency map i18n translation natural unique composite ' +
    'react row column object hot shortcut index idx bucket schema sequence query group dedupe lookup hash next prev ' +
    'continuation page cancellation cancel syntax design next'
  ).split(' '),
)
/** What follows the word for a secret where the value only tells about it. */
const telling = new Set(
  (
    'count counts length len size name names id ids file files path paths dir url uri urls endpoint type types limit ' +
    'limits max min expiry expires expiration expired ttl at age policy version format pattern regex label hint field ' +
    'fields input prompt kind ring chain board pair alias manager provider store usage budget class enabled required ' +
    'rotation valid invalid error errors message text title description placeholder help strength rules rule check ' +
    'header location ref reference selector source scope scopes status code index position start end offset cost ' +
    'price rate used left total helper util utils service fn func test tests spec schema icon color colour style ' +
    'algorithm alg method mode attempts retries timeout seconds minutes days created updated changed exists list map ' +
    'set stream lexer parser kinds value2 down up press code words'
  ).split(' '),
)
/** Words for a secret that a name may end in without a border, and words that only look like it. */
const endings =
  /(?:password|passwd|passphrase|secret|token|apikey|secretkey|privatekey|accesskey|(?<!com|by|sur|tres|over|under|en)pass)$/
const passwordEnding = /(?:password|passwd|passphrase|pass)$/

/** A name as the words that it is made of, in lower case. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => word.replace(/\d+$/, ''))
    .filter((word) => word !== '')

function kindOfWord(word: string, before: string | undefined): NameKind | null {
  if (manyWords.has(word) || (word === 'phrase' && (before === 'seed' || before === 'recovery'))) return 'words'
  if (passwords.has(word)) return 'password'
  if (word === 'key' || word === 'keys') {
    if (before !== undefined && known.has(before)) return null
    return before !== undefined && opening.has(before) ? 'secret' : 'maybe'
  }
  if (secrets.has(word)) return before !== undefined && known.has(before) ? null : 'secret'
  if (maybes.has(word)) return word === 'pass' && before !== undefined ? 'password' : 'maybe'
  if (!endings.test(word)) return null
  return passwordEnding.test(word) ? 'password' : 'secret'
}

/** What the last word for a secret in a name says; null for a name without one, or one that only tells about it. */
export function nameKind(name: string, said: string | undefined): NameKind | null {
  const words = [...(said === undefined ? [] : [said]), ...wordsOf(name)]
  if (words.some((word, at) => word === 'public' && /^(?:key|token|keytoken)$/.test(words[at + 1] ?? ''))) return null
  for (let at = words.length - 1; at >= 0; at--) {
    const word = words[at] ?? ''
    const kind = kindOfWord(word, words[at - 1])
    if (kind !== null) return kind
    if (telling.has(word) || /^(?:public|certificate|cert|ca)$/.test(word)) return null
  }
  return null
}

import { matchesIn } from './matches.ts'
import { quote } from './between.ts'
import { nameKind } from './names.ts'
import type { Span } from './span.ts'
import { tokenStart } from './token-start.ts'
import { isDrawn, isMadeUp, isOpen, isSecretValue, looksRandom } from './values.ts'

/** A secret that only its place among others tells from words. */
interface Place {
  /** Tried only if the text has it, in any case. */
  hint: RegExp
  /** What stands before it, and the secret. */
  pattern: RegExp
  /** Whether it is one. */
  holds: (secret: string, before: string) => boolean
}

const text = `${quote}[^"'\`\\n]{0,200}?${quote}`
const argument = `(?:${text}|[\\w.$\\[\\]]{1,60})`
const comma = '\\s{0,20},\\s{0,20}'
const inQuotes = '[^"\'`\\n\\\\]{4,200}'

const isMixed = (secret: string): boolean => /\d/.test(secret) && /[A-Za-z]/.test(secret)
const isPassword = (secret: string): boolean => !isOpen(secret) && isSecretValue(secret, 'password', 'quoted', false)
const isGiven = (secret: string): boolean => isPassword(secret) && isMixed(secret) && !/\s/.test(secret)

/** Calls that are given a user and a password. */
const ofTwo =
  '(?:basic_?auth(?:entication)?|credentials?|(?:\\.|\\b)(?:login|logon|sign_?in|authenticate)|credentials?\\.basic|password_?auth\\w{0,12}|AuthTokens\\.basic)'
/** Calls that are given where, a user and a password. */
const ofThree =
  '(?:getConnection|mysqli?(?:[_.]connect|_real_connect)?|PDO|DBI->connect|pg_connect|oci_connect|ldap_bind)'

const userinfo = '(?<![\\w+.-])[A-Za-z][\\w+.-]{1,20}%(?:25)?3A%(?:25)?2F%(?:25)?2F[\\w.-]{0,60}%(?:25)?3A'

/** A password by other names. */
const foreign =
  /mot de passe|contrase(?:ñ|n)a|clave(?: secreta)?|senha|wachtwoord|has(?:ł|l)o|пароль|密码|密碼|パスワード|비밀번호|l(?:ö|o)senord|salasana|heslo|jelsz(?:ó|o)|parola|adgangskode|passord|(?:ş|s)ifre|kennwort/i

/** A quote as a page has it. */
const entity = /&(?:quot|apos|#0{0,2}3[49]|#x2[27]);/

const places: readonly Place[] = [
  {
    hint: /auth|credential|log_?[oi]n|sign_?in/i,
    pattern: new RegExp(`(${ofTwo}\\(\\s{0,20}${argument}${comma}${quote})(${inQuotes})(?=${quote})`, 'gi'),
    holds: isGiven,
  },
  {
    hint: /connect|PDO|mysqli|ldap_bind/i,
    pattern: new RegExp(
      `(${ofThree}\\(\\s{0,20}${argument}${comma}${argument}${comma}${quote})(${inQuotes})(?=${quote})`,
      'gi',
    ),
    holds: isGiven,
  },
  {
    hint: /securestring|setsecret/i,
    pattern: new RegExp(
      `((?:ConvertTo-SecureString(?:\\s{1,4}-String)?\\s{1,4}|setSecret\\(\\s{0,4})${quote})([^"'\`\\n]{3,200}?)(?=${quote})`,
      'gi',
    ),
    holds: (secret) => !isOpen(secret) && !/^\$/.test(secret),
  },
  {
    hint: /value/i,
    // `value: "…", name: "NAME"`: the value stands before its name.
    pattern: new RegExp(
      `(${tokenStart}value${quote}?\\s{0,4}[:=]\\s{0,4}${quote})([^"'\`\\n\\\\]{4,400})${quote}(?:,(?:\\s|\\\\{1,7}n){0,40}|\\s{1,40})${quote}?(?:name|key)${quote}?\\s{0,4}[:=]\\s{0,4}${quote}(?<name>[\\w./-]{1,80})(?=${quote})`,
      'gi',
    ),
    holds: () => true,
  },
  {
    hint: /;\s{0,4}(?:password|pwd)\s{0,4}=/i,
    // A connection: everything up to the next semicolon, in braces or in quotes.
    pattern:
      /((?:server|data source|user id|uid|user|driver|database|initial catalog|host|dsn|provider|endpoint)\s{0,4}=[^=;\n"']{0,100}(?:;[^=;\n"']{1,40}=[^=;\n"']{0,100}){0,12};\s{0,4}(?:password|pwd)\s{0,4}=\s{0,4}(?:(?:\\{0,7}["'])|\{)?)([^;"'\n\\}]{3,200}|(?<=\{)[^}\n]{3,200}|(?<=["'])[^"'\n\\]{3,200})/gi,
    holds: (secret) => isPassword(secret.replace(/[()]/g, 'x')) && !/^\w+\([\w, ]*\)$/.test(secret),
  },
  {
    hint: /3a%(?:25)?2f/i,
    // The password of an address that is a part of another.
    pattern: new RegExp(`(${userinfo})([^\\s%&"'<>]{3,200})(?=%(?:25)?40)`, 'gi'),
    holds: (secret) => !isOpen(secret),
  },
  {
    hint: /@(?:tcp|unix|udp)\(/,
    pattern: /((?<![\w.[-])[\w.-]{1,60}:)([^\s:@/"'`<>]{3,200})(?=@(?:tcp|unix|udp)\()/g,
    holds: (secret) => !isOpen(secret) && !/^%[svq]$/.test(secret),
  },
  {
    hint: /basic/i,
    pattern: /(Basic\s{1,4})([A-Za-z0-9+/]{8,400}={0,2})(?![\w=+/-])/gi,
    holds: isUserAndPassword,
  },
  {
    hint: /ident/i,
    pattern: new RegExp(
      `(AuthIdent${quote}?\\s{0,4}[:=]\\s{0,4}${quote}?[\\w.@-]{1,100}:)([^\\s"'\`\\\\]{3,200})`,
      'g',
    ),
    holds: (secret) => !isOpen(secret),
  },
  {
    hint: /password|passwd/i,
    // `username NAME password 7 …`, `user NAME insecure-password …`.
    pattern: new RegExp(
      `(${tokenStart}user(?:name)?[ \\t]{1,4}[\\w.@-]{1,60}[ \\t]{1,4}(?:privilege[ \\t]\\d{1,2}[ \\t])?(?:insecure-)?(?:password|secret)[ \\t]{1,4}(?:\\d[ \\t]{1,4})?)([^\\s"'\`\\\\]{4,200})`,
      'gi',
    ),
    holds: (secret) => isPassword(secret) && isMixed(secret),
  },
  {
    hint: /requirepass|masterauth|bindpw|rootpw|stats\s+auth|ipsec|psk/i,
    pattern:
      /((?:(?:(?<![\w-])|(?<=\\[nrt])|(?<=\u001b\[[\d;]{0,12}m))(?:requirepass|masterauth|bindpw|rootpw|stats[ \t]{1,4}auth[ \t]{1,4}[\w.-]{1,60}:)|:[ \t]{1,4}PSK)(?:[ \t]{1,20}|(?<=:))(?:\\{0,7}["'])?)([^\s"'\\]{4,200})/g,
    holds: (secret) => isPassword(secret) && (isMixed(secret) || /[!@#%^*~+]/.test(secret)),
  },
  {
    hint: /chpasswd/i,
    pattern:
      /((?:^|\n|\\n)[ \t]{0,20}(?:-[ \t])?["']?(?:root|[a-z_][a-z0-9_-]{0,31}):(?![ \t]))([^\s"'\\]{4,200})(?=\s|\\|$|["'])/g,
    holds: (secret) => isPassword(secret) && (isMixed(secret) || /[!@#%^*~+]/.test(secret)) && !secret.includes(':'),
  },
  {
    hint: /<<-?\s?["'\\]{0,2}\w+/,
    // A value over lines, as files of variables have it.
    pattern: /((?<![\w.-])[A-Za-z_][\w.-]{1,80}<<-?["'\\]{0,2}\w{1,40}["']?(?:\r?\n|\\{1,7}n))([^\s"'\\]{6,4000})/g,
    holds: (secret, before) => isNamedSecret(/^[\w.-]+/.exec(before)?.[0] ?? '', secret),
  },
  {
    hint: /issecret=true|isoutput=true/i,
    pattern: /(##vso\[task\.setvariable[^\]\n]{0,200}issecret=true[^\]\n]{0,100}\])([^\s"'\\]{3,400})/gi,
    holds: (secret) => !isOpen(secret),
  },
  {
    hint: /password|passwd|(?:log|sign)[ -]?in[ \t](?:with|as)/i,
    // As people write it: to log in as somebody with it, and how a program asks.
    pattern:
      /((?:user(?:name)?|login|account|log in(?: as)?)[ \t]{1,2}["'`]?[\w.@-]{1,60}["'`]?,?[ \t](?:and|with|,|\/)[ \t](?:the[ \t])?passw(?:or)?d[ \t]{1,2}["'`]?|(?:log|sign)[ -]?in[ \t](?:with|as)[ \t]["'`]?[\w.@-]{2,40}["'`]?[ \t]?[/:][ \t]?["'`]?|password for [\w.@'-]{1,60}:[ \t]{1,4})([^\s"'`\\,;]{6,200})/gi,
    holds: (secret) => isPassword(secret) && isMadeUp(secret),
  },
  {
    hint: /password|passwd|token|api[ _-]?key|passphrase/i,
    // What somebody is told to use.
    pattern:
      /((?:use|using|with|enter|type|try|the|our)[ \t](?:the[ \t]|our[ \t]|this[ \t])?(?:password|passwd|token|api[ _-]?key|passphrase)[ \t]["'`]?)([^\s"'`\\,;]{6,200})/gi,
    holds: (secret) => isPassword(secret) && isDrawn(secret),
  },
  {
    hint: foreign,
    pattern: new RegExp(
      `((?:${foreign.source})[ \\t]{0,2}["'\`]?[ \\t]{0,2}[:=：][ \\t]{0,4}["'\`]?)([^\\s"'\`\\\\,;]{4,200})`,
      'gi',
    ),
    holds: (secret, before) => isGiven(secret) && (!/^clave\W/i.test(before) || isMadeUp(secret)),
  },
  {
    hint: /enable|community|-server|key-string|pre-shared/i,
    // What routers and switches are told.
    pattern: new RegExp(
      `(${tokenStart}(?:enable[ \\t](?:password|secret)|snmp-server[ \\t]community|(?:tacacs|radius)-server[ \\t]key|key-string|pre-shared-key)[ \\t]{1,4}(?:\\d[ \\t]{1,4})?)([^\\s"'\`\\\\\u001b]{4,200})`,
      'gi',
    ),
    holds: (secret) => isGiven(secret) && /[A-Z!@#%^&*$]/.test(secret),
  },
  {
    hint: /bearer,|[?&]code=/i,
    pattern: /(bearer,\s{0,4}|[?&]code=(?=[^\s&]{1,400}&(?:state|scope|session_state)=))([\w.~%+/=-]{16,400})/gi,
    holds: looksRandom,
  },
  {
    hint: entity,
    pattern: new RegExp(
      `(${tokenStart}[A-Za-z_][\\w.-]{1,80}(?:${entity.source})?\\s{0,4}[:=]\\s{0,4}(?:${entity.source}))([^&\\s]{4,200})(?=&)`,
      'g',
    ),
    holds: (secret, before) => isNamedSecret(/^[\w.-]+/.exec(before)?.[0] ?? '', secret),
  },
  {
    hint: /passphrase/i,
    pattern: /(passphrase(?:[ \t]is)?[ \t:=]{1,4}["'`])([a-z]{2,12}(?:[ -][a-z]{2,12}){3,11})(?=["'`])/gi,
    holds: isPassword,
  },
  {
    hint: /password\s{0,4}\(/i,
    pattern: new RegExp(`((?:=|\\bBY)\\s{0,4}PASSWORD\\s{0,4}\\(\\s{0,4}${quote})(${inQuotes})(?=${quote})`, 'gi'),
    holds: isGiven,
  },
  {
    hint: /credentials?/i,
    pattern:
      /(credentials?\b[ \t:]{1,4}(?:are[ \t]|is[ \t])?["'`]?(?!provider|source|file|type|helper|store|process|profile)[\w.@-]{2,40}(?:[ \t]\/[ \t]|:))([^\s"'`\\,;]{6,200})/gi,
    holds: (secret) => isPassword(secret) && isMadeUp(secret) && !/[/\\]/.test(secret),
  },
]

/** Most texts have none of them, and are looked through once. */
const anyHint = new RegExp(places.map(({ hint }) => hint.source).join('|'), 'i')

/** Base64 of `user:password`. */
function isUserAndPassword(secret: string): boolean {
  const plain = Buffer.from(secret, 'base64').toString('latin1')
  return /^[\x20-\x39\x3b-\x7e]{0,100}:[\x20-\x7e]{1,200}$/.test(plain)
}

/** Secrets in the arguments of calls, in connections, and in sentences of a known form. */
export function callsIn(whole: string): Span[] {
  if (!anyHint.test(whole)) return []
  return places.flatMap(({ hint, pattern, holds }) => {
    if (!hint.test(whole)) return []
    return matchesIn(whole, pattern).flatMap(({ 1: before = '', 2: secret = '', groups, index }) => {
      const name = groups?.['name']
      if (secret.startsWith('[REDACTED:') || !holds(secret, before)) return []
      if (name !== undefined && !isNamedSecret(name, secret)) return []
      const from = index + before.length
      return [{ from, to: from + secret.length, kind: 'secret' }]
    })
  })
}

function isNamedSecret(name: string, secret: string): boolean {
  const kind = nameKind(name, undefined)
  if (kind === null || kind === 'words') return false
  return isSecretValue(secret, kind, 'quoted', name === name.toUpperCase()) && (isMixed(secret) || looksRandom(secret))
}

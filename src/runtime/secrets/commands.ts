import { matchesIn } from './matches.ts'
import type { Span } from './span.ts'
import { tokenStart } from './token-start.ts'
import { isOpen, looksRandom } from './values.ts'

/** Programs and how they are given a secret: what stands before it, and what it is made of. */
interface Command {
  programs: string
  before: string
  secret?: string
  /** Only behind this word. */
  within?: RegExp
  /** A port or a count may stand there too. */
  isDoubtful?: true
}

const quote = "(?:\\\\{0,7}[\"']|'\\\\{1,3}'')?"
const word = `${quote}([^\\s"'|;&<>\\\\]+)`
const commands: readonly Command[] = [
  {
    programs: 'curl wget http https xh',
    before: '\\s(?:-[a-zA-Z]{0,8}u|--user|--proxy-user|-a|--auth|-U)[\\s=]{0,4}["\']?[^\\s:"\']{0,100}:',
  },
  {
    programs: 'curl wget',
    before: '\\s(?:-b|--cookie)[\\s=]{1,4}["\']?(?:[\\w.-]{1,60}=[^;"\']{0,8};\\s?){0,9}[\\w.-]{1,60}=',
  },
  {
    programs: 'mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlsh mariadb mariadb-dump mariadb-admin',
    before: '\\s-p',
  },
  { programs: 'gh', before: '\\s(?:-b|--body)[\\s=]{1,4}', within: /\ssecret\s+set\b/ },
  { programs: 'poetry composer', before: '\\shttp-basic\\.\\S{1,60}\\s{1,4}\\S{1,100}\\s{1,4}' },
  { programs: 'cargo', before: '\\slogin\\s{1,4}(?!-)' },
  { programs: 'supabase', before: '\\s-p[\\s=]{1,4}' },
  { programs: 'mc', before: '\\salias\\s{1,4}set\\s{1,4}\\S{1,60}\\s{1,4}\\S{1,200}\\s{1,4}\\S{1,100}\\s{1,4}' },
  { programs: 'sshpass', before: '\\s-p\\s?' },
  {
    programs: 'docker podman nerdctl helm oc az buildah twine cf',
    before: '\\s-p[\\s=]{1,4}',
    within: /\s(?:login|upload)\b/,
  },
  { programs: 'skopeo podman buildah', before: '\\s--(?:src-|dest-)?creds[\\s=][^\\s:]{1,100}:' },
  { programs: 'redis-cli keydb-cli valkey-cli', before: '\\s-a[\\s=]{1,4}' },
  { programs: 'mongo mongosh mongodump mongorestore mongoexport mongoimport cqlsh psexec', before: '\\s-p[\\s=]{1,4}' },
  { programs: 'sqlcmd bcp osql zip unzip mosquitto_pub mosquitto_sub ipmitool', before: '\\s-P\\s{0,4}' },
  {
    programs: 'ldapsearch ldapmodify ldapadd ldapdelete ldapwhoami ldappasswd',
    before: '\\s-[wsa]\\s{1,4}',
    isDoubtful: true,
  },
  { programs: 'smbclient rpcclient smbmap smbget net', before: '\\s-U[\\s=]{0,4}["\']?[^\\s%"\']{1,100}%' },
  { programs: '7z 7za 7zr 7zz rar unrar', before: '\\s-p' },
  { programs: 'openssl', before: '\\s-(?:passin|passout|pass|k)\\s{1,4}["\']?(?:pass:)?' },
  { programs: 'rabbitmqctl', before: '\\s(?:add_user|change_password|authenticate_user)\\s{1,4}\\S{1,100}\\s{1,4}' },
  {
    programs: 'htpasswd',
    before: '\\s-[a-zA-Z]{0,6}b[a-zA-Z]{0,6}\\s{1,4}(?:-\\S{1,10}\\s{1,4}){0,4}\\S{1,200}\\s{1,4}\\S{1,100}\\s{1,4}',
  },
  { programs: 'htpasswd', before: '\\s-nb[a-zA-Z]{0,4}\\s{1,4}\\S{1,100}\\s{1,4}' },
  { programs: 'snmpwalk snmpget snmpset', before: '\\s-[AX]\\s{1,4}' },
  { programs: 'lftp', before: '\\s-u\\s{0,4}["\']?[^\\s,"\']{1,100},' },
  { programs: 'xfreerdp xfreerdp3 wfreerdp rdesktop', before: '\\s(?:/p:|-p\\s{1,4})' },
  { programs: 'net', before: '\\suse\\s(?:[^\\n]{0,200}?\\s)?/user:\\S{1,100}\\s{1,4}' },
  { programs: 'net', before: '\\suse\\s{1,4}(?:\\w:\\s{1,4})?\\\\\\\\\\S{1,200}\\s{1,4}(?!/)' },
  { programs: 'net', before: '\\suser\\s{1,4}[\\w.-]{1,60}\\s{1,4}(?!/)' },
  { programs: 'cmdkey schtasks', before: '\\s/(?:pass:|rp\\s{1,4})' },
  { programs: 'curl', before: '\\s(?:-E|--cert|--proxy-cert)[\\s=]{1,4}["\']?[^\\s:"\']{1,200}:' },
  { programs: 'kubectl oc k', before: '\\s--from-literal[\\s=]{1,4}["\']?[\\w.-]{1,100}=', within: /\ssecret\s/ },
  {
    programs: 'aws',
    before: '\\s--value[\\s=]{1,4}',
    within: /\sput-parameter\s.{0,2000}SecureString|SecureString.{0,2000}\sput-parameter\s/,
  },
  { programs: 'aws', before: '\\s--secret-string[\\s=]{1,4}' },
  { programs: 'az', before: '\\s--value[\\s=]{1,4}', within: /\skeyvault\s{1,4}secret\s{1,4}set\b/ },
  {
    programs: 'fly flyctl supabase gh wrangler heroku',
    before: '\\s["\']?[A-Za-z_]\\w{0,80}=',
    within: /\ssecrets\s{1,4}(?:set|import)\b/,
  },
  { programs: 'vault bao', before: '\\s["\']?[\\w-]{1,60}=', within: /\s(?:kv\s{1,4}(?:put|patch)|write)\s/ },
  { programs: 'vault bao', before: '\\slogin\\s{1,4}(?:token=)?(?!-)' },
  { programs: 'security', before: '\\s-[wp]\\s{1,4}', within: /\s(?:add|set|unlock|create)-/ },
  { programs: 'useradd usermod', before: '\\s-p[\\s=]{1,4}' },
  { programs: 'mosquitto_passwd', before: '\\s-b\\s{1,4}\\S{1,200}\\s{1,4}\\S{1,100}\\s{1,4}' },
  { programs: 'openssl', before: '\\spasswd\\s{1,4}(?:-\\w{1,10}\\s{1,4}){0,4}(?:-salt\\s{1,4}\\S{1,40}\\s{1,4})?' },
  { programs: 'isql iisql', before: '\\s-P\\s{0,4}' },
  { programs: 'evil-winrm crackmapexec netexec nxc', before: '\\s-p\\s{1,4}' },
  { programs: 'doctl', before: '\\s(?:-t|--access-token)[\\s=]{1,4}' },
  {
    programs: 'sqlplus exp imp expdp impdp',
    before: '\\s["\']?[A-Za-z][\\w$#]{0,40}/',
    secret: '([^\\s"\'@]+)(?=@|\\s|$)',
  },
  { programs: 'ssh-keygen', before: '\\s-[NP]\\s{1,4}' },
  { programs: 'poetry', before: '\\sconfig\\s{1,4}pypi-token\\.\\S{1,60}\\s{1,4}' },
  {
    programs: 'bundle',
    before: '\\sconfig\\s(?:[^\\n]{0,60}?\\s)?[\\w.-]{1,100}\\s{1,4}["\']?[^\\s:"\']{1,100}:',
    isDoubtful: true,
  },
  { programs: 'dotnet nuget', before: '\\s-k[\\s=]{1,4}', within: /\spush\s/ },
  { programs: 'nuget', before: '\\s[sS]et[aA]pi[kK]ey\\s{1,4}' },
  { programs: 'snmpwalk snmpget snmpset snmpbulkwalk', before: '\\s-c\\s{1,4}', isDoubtful: true },
  { programs: 'nmcli', before: '\\spassword\\s{1,4}' },
  { programs: 'wpa_passphrase', before: '\\s{1,4}\\S{1,100}\\s{1,4}' },
  { programs: 'rclone', before: '\\sobscure\\s{1,4}' },
  { programs: 'aws', before: '\\sconfigure\\s{1,4}set\\s{1,4}\\S{0,60}(?:secret_access_key|session_token)\\s{1,4}' },
  {
    programs: 'passwd gh wrangler docker podman helm vault doppler op kubectl oc',
    before: '\\s<<<\\s{0,4}',
    within: /\s(?:--stdin|--with-token|--password-stdin|login|secret)\b/,
  },
  { programs: 'mount', before: '[\\s,]pass=', secret: '([^\\s,"\']+)' },
]

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const named = (programs: readonly string[]): string =>
  `${tokenStart}(?:${programs.map(literally).join('|')})(?:\\.exe)?(?=\\s)`

/** Most texts name none of the programs, and are looked through once instead of once for each command. */
const anyProgram = new RegExp(named([...new Set(commands.flatMap(({ programs }) => programs.split(' ')))]))

const readers = commands.map(({ programs, before, secret = word, within, isDoubtful }) => ({
  program: new RegExp(named(programs.split(' ')), 'g'),
  option: new RegExp(`(${before.replaceAll('["\']?', quote)})(?:${secret})`, 'g'),
  within,
  isDoubtful: isDoubtful === true,
}))

const lineEnd = /(?<!\\)\r?\n/
const longestLine = 4000

/** Secrets among the words of a command, which only the command's own options tell from others. */
export function commandsIn(text: string): Span[] {
  if (!anyProgram.test(text)) return []
  return readers.flatMap(({ program, option, within, isDoubtful }) => {
    const found: Span[] = []
    let done = 0
    for (const { 0: name, index } of matchesIn(text, program)) {
      if (index < done) continue
      const from = index + name.length
      const line = lineOf(text, from)
      done = from + line.length
      if (within !== undefined && !within.test(line)) continue
      for (const hit of matchesIn(line, option)) {
        const secret = hit[2] ?? ''
        if (
          secret.length < 3 ||
          isOpen(secret) ||
          secret.startsWith('[REDACTED:') ||
          /^(?:[-/]|@[\w./~-]+$)/.test(secret)
        )
          continue
        if (isDoubtful && !(looksRandom(secret) || /\d/.test(secret))) continue
        const end = from + hit.index + hit[0].length
        found.push({ from: end - secret.length, to: end, kind: 'secret' })
      }
    }
    return found
  })
}

function lineOf(text: string, from: number): string {
  const near = text.slice(from, from + longestLine)
  const end = near.search(lineEnd)
  return end < 0 ? near : near.slice(0, end)
}

import type { Row } from './shapes.ts'
import type { Made } from './made.ts'

/** Letters alone, as some keys are. */
const letters = (m: Made, length: number): string =>
  m
    .mixed(3 * length)
    .replace(/\d/g, '')
    .slice(0, length)

/** Words of commands, of people and of other languages that give a secret away. */
export const told: readonly Row[] = [
  ['ssh-keygen -N', (m) => m.password(), (s) => `ssh-keygen -t ed25519 -N ${s} -f key`],
  ['poetry token', (m) => m.mixed(20), (s) => `poetry config pypi-token.pypi ${s}`],
  ['bundle config', (m) => m.password(), (s) => `bundle config set gems.acme.io bob:${s}`],
  ['dotnet push', (m) => m.mixed(46), (s) => `dotnet nuget push a.nupkg -k ${s}`],
  ['nuget key', (m) => m.mixed(46), (s) => `nuget setapikey ${s}`],
  ['snmp community', (m) => m.password(), (s) => `snmpwalk -v2c -c ${s} host`],
  ['nmcli', (m) => m.password(), (s) => `nmcli dev wifi connect home password ${s}`],
  ['wpa passphrase', (m) => m.password(), (s) => `wpa_passphrase home ${s}`],
  ['rclone obscure', (m) => m.password(), (s) => `rclone obscure ${s}`],
  ['aws set', (m) => m.base64(30), (s) => `aws configure set aws_secret_access_key ${s}`],
  ['passwd stdin', (m) => m.password(), (s) => `passwd --stdin bob <<< ${s}`],
  ['gh with token', (m) => m.mixed(40), (s) => `gh auth login --with-token <<< ${s}`],
  ['wrangler put', (m) => m.password(), (s) => `wrangler secret put TOKEN <<< ${s}`],
  ['docker stdin', (m) => m.password(), (s) => `docker login -u bob --password-stdin <<< "${s}"`],
  ['hf letters', (m) => letters(m, 34), (s) => `hf_${s}`],
  ['twilio pair', (m) => m.hex(32), (s) => `AC0a1b2c3d4e5f60718293a4b5c6d7e8f9:${s}`],
  ['digest response', (m) => m.hex(32), (s) => `Authorization: Digest username="a", realm="b", response="${s}"`],
  ['recovery codes', (m) => `${m.hex(5)}-${m.hex(5)}`, (s) => `recovery codes: ${s} and more`],
  ['backup code', (m) => `${m.hex(5)}-${m.hex(5)}`, (s) => `Your backup code is ${s}`],
  ['define', (m) => m.mixed(20), (s) => `#define API_KEY "${s}"`],
  ['export apart', (m) => m.mixed(20), (s) => `export API_KEY ${s}`],
  ['told token', (m) => m.mixed(20), (s) => `use the token ${s} to log in`],
  ['told password', (m) => m.password(), (s) => `Please use our password ${s}, it is temporary`],
  ['told key', (m) => m.mixed(24), (s) => `try this api key ${s}`],
  ['login as', (m) => m.password(), (s) => `login with admin / ${s}`],
  ['sign in', (m) => m.password(), (s) => `sign in as bob: ${s}`],
  ['mysql password', (m) => m.password(), (s) => `SET PASSWORD FOR 'bob'@'h' = PASSWORD('${s}')`],
  ['french', (m) => m.password(), (s) => `mot de passe : ${s}`],
  ['spanish', (m) => m.password(), (s) => `contraseña: ${s}`],
  ['portuguese', (m) => m.password(), (s) => `senha: ${s}`],
  ['dutch', (m) => m.password(), (s) => `wachtwoord: ${s}`],
  ['polish', (m) => m.password(), (s) => `hasło: ${s}`],
  ['russian', (m) => m.password(), (s) => `пароль: ${s}`],
  ['chinese', (m) => m.password(), (s) => `密码：${s}`],
  ['japanese', (m) => m.password(), (s) => `パスワード: ${s}`],
  ['swedish', (m) => m.password(), (s) => `lösenord = ${s}`],
  ['czech', (m) => m.password(), (s) => `heslo: ${s}`],
  ['turkish', (m) => m.password(), (s) => `şifre: ${s}`],
  ['router', (m) => m.password(), (s) => `enable password 7 ${s}`],
  ['router secret', (m) => m.password(), (s) => `enable secret ${s}`],
  ['router community', (m) => m.password(), (s) => `snmp-server community ${s} RO`],
  ['radius', (m) => m.password(), (s) => `radius-server key ${s}`],
  ['web socket', (m) => m.mixed(32), (s) => `Sec-WebSocket-Protocol: bearer, ${s}`],
  ['oauth code', (m) => m.mixed(40), (s) => `https://app.acme.io/cb?code=${s}&state=af0ifjsldkj`],
  ['entity', (m) => m.password(), (s) => `&#34;password&#34;: &#34;${s}&#34;`],
  ['entity named', (m) => m.password(), (s) => `&quot;dbPassword&quot;:&quot;${s}&quot;`],
  ['pass alone', (m) => m.mixed(12), (s) => `pass: ${s}`],
  ['basic call', (m) => m.password(), (s) => `Credentials.basic("bob", "${s}")`],
  ['password auth call', (m) => m.password(), (s) => `passwordAuth("bob", "${s}")`],
  ['positional', (m) => m.password(), (s) => `mysql.connect('db', 'bob', '${s}', 'app')`],
]

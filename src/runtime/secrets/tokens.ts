import { matchesIn } from './matches.ts'
import type { Span } from './span.ts'
import { tokenStart } from './token-start.ts'

/** Which characters the body of a token is made of. */
const alphabets = {
  alnum: 'A-Za-z0-9',
  word: '\\w\\-',
  hex: '0-9a-fA-F',
  upper: 'A-Z0-9',
  lower: 'a-z0-9',
  base64: 'A-Za-z0-9+/=_\\-',
  dotted: '\\w.=%+/\\-',
} as const

/** A token that says by its first letters whose it is. */
interface TokenShape {
  kind: string
  prefixes: readonly string[]
  body: keyof typeof alphabets
  /** The shortest body. */
  least: number
  /** The longest body: a longer run of the same letters is something else. */
  most?: number
  /** A body without a digit is a name: the prefix alone says too little. */
  digit?: true
}

const shape = (
  kind: string,
  prefixes: string,
  body: TokenShape['body'],
  least: number,
  more: Pick<TokenShape, 'most' | 'digit'> = {},
): TokenShape => ({ kind, prefixes: prefixes.split(' '), body, least, ...more })

const digit = { digit: true } as const
const exactly = (length: number): { most: number } => ({ most: length })

/**
 * Published facts: prefix, alphabet, length. A length that differs between years is the shorter one, and a prefix that
 * begins with another one stands before it.
 */
export const tokenShapes: readonly TokenShape[] = [
  // Who runs models.
  shape('anthropic', 'sk-ant-', 'word', 8),
  shape('openai', 'sk-', 'word', 16, digit),
  shape('huggingface', 'hf_ api_org_', 'alnum', 20, digit),
  // Most have no digit.
  shape('huggingface', 'hf_', 'alnum', 34),
  shape('xai', 'xai-', 'word', 40, digit),
  shape('perplexity', 'pplx-', 'alnum', 32),
  shape('groq', 'gsk_', 'alnum', 32),
  shape('replicate', 'r8_', 'alnum', 32),
  shape('cerebras', 'csk-', 'alnum', 32),
  shape('fireworks', 'fw_', 'alnum', 20, digit),
  shape('nvidia', 'nvapi-', 'word', 40),
  shape('together', 'tgp_v1_', 'word', 32),
  shape('jina', 'jina_', 'word', 40, digit),
  shape('pinecone', 'pcsk_', 'word', 40, digit),
  shape('langsmith', 'lsv2_pt_ lsv2_sk_', 'word', 32),
  shape('voyage', 'pa-', 'word', 40, digit),
  shape('tavily', 'tvly-', 'word', 20, digit),
  shape('weights and biases', 'wandb_v1_', 'word', 40),
  shape('modal', 'ak- as-', 'alnum', 22, { ...digit, ...exactly(22) }),
  shape('browserbase', 'bb_live_', 'word', 20, digit),
  shape('daytona', 'dtn_', 'hex', 40),
  shape('firecrawl', 'fc-', 'hex', 32, exactly(32)),
  shape('sandbox', 'e2b_', 'hex', 40),
  shape('elevenlabs', 'sk_', 'hex', 40),
  shape('cartesia', 'sk_car_', 'alnum', 20, digit),
  shape('cursor', 'crsr_ key_', 'hex', 64, exactly(64)),
  shape('runpod', 'rpa_', 'alnum', 36, digit),
  shape('llamaindex', 'llx-', 'alnum', 40, digit),
  shape('apify', 'apify_api_', 'alnum', 30, digit),
  shape('mem0', 'm0-', 'alnum', 36, digit),
  shape('anyscale', 'esecret_', 'alnum', 24, digit),
  shape('openai', 'ek_', 'hex', 32, exactly(32)),
  // Clouds.
  shape('aws', 'AKIA ASIA ABIA ACCA A3T', 'upper', 16, { most: 17 }),
  shape('aws', 'ABSK', 'base64', 80),
  shape('aws', 'bedrock-api-key-', 'base64', 20),
  shape('aws', 'IQoJb3JpZ2lu', 'base64', 80),
  shape('google', 'AIza', 'word', 30),
  shape('google', 'ya29.c. ya29.d. ya29.', 'word', 20),
  shape('google', 'GOOG1E', 'upper', 55, exactly(55)),
  shape('baidu', 'bce-v3/ALTAK-', 'base64', 50),
  shape('google', 'AQ.', 'word', 36, digit),
  shape('google', '1//0', 'word', 30),
  // As a path has it.
  shape('google', '1/0', 'word', 50),
  shape('google', 'GOCSPX-', 'word', 20),
  shape('alibaba', 'LTAI', 'alnum', 12, { ...digit, most: 24 }),
  shape('tencent', 'AKID', 'alnum', 28, digit),
  shape('yandex', 'AQVN', 'word', 30, digit),
  shape('yandex', 't1.', 'dotted', 80, digit),
  shape('yandex', 'YCA YCM YCN YCO YCP', 'word', 34, { most: 38, digit: true }),
  shape('digitalocean', 'dop_v1_ doo_v1_ dor_v1_', 'hex', 32),
  shape('linode', 'linode_pat_', 'word', 20),
  shape('scaleway', 'SCW', 'upper', 17, { most: 17, digit: true }),
  shape('heroku', 'HRKU-', 'word', 32),
  shape('fly', 'fo1_ fm1a_ fm1r_ fm2_', 'base64', 30),
  shape('vercel', 'vcp_ vci_ vca_ vcr_ vck_ vercel_blob_rw_', 'word', 20, digit),
  shape('netlify', 'nfp_ nfc_ nfo_ nfu_', 'word', 32),
  shape('render', 'rnd_', 'alnum', 24, digit),
  shape('supabase', 'sbp_', 'word', 40),
  shape('supabase', 'sb_secret_', 'word', 20),
  shape('neon', 'npg_ napi_', 'alnum', 10, digit),
  shape('planetscale', 'pscale_tkn_ pscale_oauth_ pscale_pw_', 'dotted', 32),
  shape('aiven', 'AVNS_', 'word', 19, { ...digit, most: 24 }),
  shape('depot', 'depot_project_ depot_org_', 'hex', 40),
  shape('xata', 'xau_', 'alnum', 32, digit),
  shape('databricks', 'dapi', 'hex', 32),
  shape('dbt', 'dbtc_ dbtu_', 'word', 32, digit),
  shape('confluent', 'cflt', 'base64', 60, { most: 64, digit: true }),
  shape('cockroach', 'CCDB1_', 'word', 50),
  shape('mongodb', 'mdb_sa_sk_', 'word', 32),
  shape('databricks', 'dose', 'hex', 32, exactly(32)),
  shape('cloudflare', 'v1.0-', 'word', 100),
  shape('cloudflare', 'cfut_ cfat_ cfk_', 'alnum', 30, digit),
  shape('scalingo', 'tk-us-', 'word', 40),
  shape('openshift', 'sha256~', 'word', 40),
  // Code and what it is built with.
  shape('github', 'ghp_ gho_ ghu_ ghs_ ghr_', 'alnum', 20),
  // An app has its number and a JWT behind it.
  shape('github', 'ghs_', 'dotted', 60, digit),
  shape('github', 'github_pat_', 'word', 20),
  shape(
    'gitlab',
    'glpat- gldt- glrt- glft- glffct- glimt- glagent- gloas- glptt- glsoat- glcbt- glwt- glrtr-',
    'dotted',
    16,
  ),
  shape('gitlab', 'GR1348941', 'word', 20, { most: 22 }),
  shape('bitbucket', 'ATBB', 'alnum', 24, digit),
  shape('bitbucket', 'BBDC-', 'base64', 36),
  shape('atlassian', 'ATATT3 ATCTT3 ATSTT3', 'base64', 24),
  shape('buildkite', 'bkua_ bkaj_ bkat_ bkct_ bkpat_ bkt_', 'word', 32),
  shape('circleci', 'CCIPAT_ CCIPRJ_', 'word', 30),
  shape('harness', 'pat. sat.', 'dotted', 40, digit),
  shape('octopus', 'API-', 'upper', 25, { most: 32, digit: true }),
  shape('pulumi', 'pul-', 'hex', 40),
  shape('sonar', 'sqp_ sqa_ squ_', 'hex', 40),
  shape('sourcegraph', 'sgp_ sgd_ slk_', 'word', 40),
  shape('socket', 'sktsec_', 'word', 30, digit),
  shape('sentry', 'sntryu_', 'hex', 40),
  shape('sentry', 'sntrys_', 'base64', 40),
  shape('inngest', 'signkey-prod- signkey-test- signkey-branch-', 'hex', 32),
  shape('trigger', 'tr_prod_ tr_dev_ tr_stg_ tr_pat_', 'alnum', 20, digit),
  shape('prefect', 'pnu_ pnb_', 'alnum', 36),
  shape('infracost', 'ico-', 'alnum', 32, exactly(32)),
  shape('doppler', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', 'dotted', 20),
  shape('vault', 'hvs. hvb. hvr.', 'word', 20, digit),
  shape('tailscale', 'tskey-', 'word', 16, digit),
  shape('ngrok', 'cr_ ngrok_', 'alnum', 27, digit),
  shape('snyk', 'snyk_uat. snyk_sat.', 'dotted', 20),
  // Packages.
  shape('npm', 'npm_', 'alnum', 20),
  shape('pypi', 'pypi-', 'word', 40, digit),
  shape('rubygems', 'rubygems_', 'hex', 32),
  shape('nuget', 'oy2', 'lower', 43, exactly(43)),
  shape('cargo', 'cio', 'alnum', 32, { most: 32, digit: true }),
  shape('jsr', 'jsrp_ jsrd_', 'alnum', 30, digit),
  shape('clojars', 'CLOJARS_', 'alnum', 50),
  shape('docker', 'dckr_pat_ dckr_oat_', 'word', 20),
  shape('artifactory', 'AKCp', 'alnum', 60),
  shape('artifactory', 'cmVmd', 'alnum', 50, { most: 70 }),
  shape('packagist', 'packagist_ork_ packagist_ors_ packagist_out_ packagist_uat_ packagist_oat_', 'alnum', 30),
  // Money.
  shape('stripe', 'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ pk_live_ pk_test_', 'alnum', 8),
  shape('stripe', 'whsec_', 'base64', 8),
  shape('square', 'sq0atp- sq0csp-', 'word', 20),
  shape('square', 'EAAA', 'word', 56, { most: 64, digit: true }),
  shape('shopify', 'shpat_ shpca_ shppa_ shpss_ shpua_ shptka_', 'hex', 32),
  shape('razorpay', 'rzp_live_ rzp_test_', 'alnum', 14),
  shape('polar', 'polar_oat_ polar_pat_', 'word', 32, digit),
  shape('paddle', 'pdl_live_apikey_ pdl_sdbx_apikey_', 'word', 40),
  shape('flutterwave', 'FLWSECK_TEST- FLWSECK-', 'word', 12),
  shape('paypal', 'access_token$production$ access_token$sandbox$', 'word', 16),
  shape('plaid', 'access-sandbox- access-development- access-production-', 'word', 32, digit),
  shape('mollie', 'live_ test_', 'alnum', 30, digit),
  shape('shippo', 'shippo_live_ shippo_test_', 'hex', 32),
  shape('duffel', 'duffel_live_ duffel_test_', 'base64', 40),
  shape('easypost', 'EZAK EZTK', 'alnum', 54, exactly(54)),
  // Talk.
  shape('slack', 'xapp-', 'word', 16, digit),
  shape('discord', 'mfa.', 'word', 60),
  shape('sendgrid', 'SG.', 'dotted', 30, digit),
  shape('brevo', 'xkeysib- xsmtpsib-', 'word', 32),
  shape('resend', 're_', 'alnum', 24, digit),
  shape('mailersend', 'mlsn.', 'hex', 40),
  shape('onesignal', 'os_v2_app_ os_v2_org_', 'lower', 60),
  shape('nylas', 'nyk_v0_', 'alnum', 40),
  shape('mailgun', 'key-', 'hex', 32, exactly(32)),
  shape('twilio', 'SK', 'hex', 32, exactly(32)),
  shape('facebook', 'EAACEdEose0cBA', 'alnum', 20),
  shape('facebook', 'EAAM EAAC EAAB EAAG', 'alnum', 60),
  shape('twitch', 'oauth:', 'lower', 30, { most: 30, digit: true }),
  shape('riot', 'RGAPI-', 'word', 32),
  shape('vk', 'vk1.a.', 'word', 60),
  shape('hubspot', 'pat-na1- pat-na2- pat-eu1- pat-ap1-', 'word', 32),
  shape('trello', 'ATTA', 'hex', 60),
  // Work.
  shape('notion', 'ntn_', 'alnum', 36, digit),
  shape('notion', 'secret_', 'alnum', 43, { most: 43, digit: true }),
  shape('linear', 'lin_api_ lin_oauth_', 'alnum', 30),
  shape('cal', 'cal_live_ cal_', 'hex', 32, exactly(32)),
  shape('stytch', 'secret-live- secret-test-', 'base64', 32, digit),
  shape('figma', 'figd_ figoh_ figo_', 'word', 20),
  shape('postman', 'PMAK- PMAT-', 'word', 24),
  shape('typeform', 'tfp_', 'dotted', 40),
  shape('contentful', 'CFPAT-', 'word', 40),
  shape('dropbox', 'sl.', 'base64', 100, digit),
  shape('dynatrace', 'dt0c01. dt0s01. dt0s02. dt0s08.', 'dotted', 24),
  shape('grafana', 'glsa_ glc_', 'base64', 30),
  shape('grafana', 'eyJrIjoi', 'base64', 40),
  shape('newrelic', 'NRAK- NRRA- NRII- NRIQ-', 'word', 26),
  shape('newrelic', 'NRJS-', 'hex', 19),
  shape('axiom', 'xaat- xapt-', 'word', 36),
  shape('honeybadger', 'hbp_', 'alnum', 30, digit),
  shape('rootly', 'rootly_', 'hex', 60),
  shape('pagerduty', 'pdus+_ pdeu+_', 'word', 36),
  shape('telnyx', 'KEY01', 'word', 40, digit),
  shape('honeycomb', 'hcaik_ hcxik_ hcamk_', 'alnum', 32),
  shape('posthog', 'phx_ phs_', 'alnum', 30),
  shape('datadog', 'ddapp_ ddp_', 'alnum', 30),
  shape('readme', 'rdme_', 'lower', 40),
  shape('frameio', 'fio-u-', 'base64', 40),
  shape('adobe', 'p8e-', 'alnum', 32),
  shape('beamer', 'b_', 'base64', 44, { most: 44, digit: true }),
  shape('defined', 'dnkey-', 'word', 60),
  shape('val town', 'vtwn_', 'alnum', 20, digit),
  shape('nats', 'SUA SAA SOA', 'upper', 55, exactly(55)),
  shape('settlemint', 'sm_aat_ sm_pat_ sm_sat_', 'alnum', 16),
  shape('intra', 's-s4t2ud- s-s4t2af-', 'hex', 32),
  // Places where secrets are kept.
  shape('onepassword', 'ops_eyJ', 'base64', 40),
  shape('onepassword', 'A3-', 'word', 26, { most: 40, digit: true }),
  shape('age', 'AGE-SECRET-KEY-1', 'upper', 40),
  shape('age', 'AGE-SECRET-KEY-PQ-1', 'upper', 40),
]

/** A shell and a program join what stands in quotes: `ab-"cd"`, `'ab-' + 'cd'`, also where the quotes are escaped. */
const joint = '(?:\\\\{0,3}["\'`](?:\\s{0,9}\\+\\s{0,9})?(?:\\\\{0,3}["\'`])?)'
const mostJoints = 3

function bodyOf({ body, least, most, digit: wants }: TokenShape): RegExp {
  const letters = alphabets[body]
  const ahead = wants === undefined ? '' : `(?=[${letters}"'\`]{0,200}?\\d)`
  const run =
    most === undefined
      ? `[${letters}]{${least},}(?:${joint}[${letters}]+){0,${mostJoints}}`
      : `[${letters}]{${least},${most}}(?![${letters}])`
  return new RegExp(`^${joint}?${ahead}${run}`)
}

interface Candidate {
  kind: string
  body: RegExp
}

const candidates: ReadonlyMap<string, readonly Candidate[]> = tokenShapes.reduce((known, one) => {
  const candidate = { kind: one.kind, body: bodyOf(one) }
  for (const prefix of one.prefixes) known.set(prefix, [...(known.get(prefix) ?? []), candidate])
  return known
}, new Map<string, Candidate[]>())

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const longestFirst = (one: string, other: string): number => other.length - one.length

const beginnings = new RegExp(
  `${tokenStart}(?:${[...candidates.keys()].sort(longestFirst).map(literally).join('|')})`,
  'g',
)

/** The tokens of a text. */
export function tokensIn(text: string): Span[] {
  const found: Span[] = []
  let end = 0
  for (const { 0: prefix, index } of matchesIn(text, beginnings)) {
    if (index < end) continue
    const rest = text.slice(index + prefix.length)
    for (const { kind, body } of candidates.get(prefix) ?? []) {
      const hit = body.exec(rest)
      if (hit === null) continue
      end = index + prefix.length + hit[0].length
      found.push({ from: index, to: end, kind })
      break
    }
  }
  return found
}

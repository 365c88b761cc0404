import type { Json } from '../../core/event.ts'
import { spanText } from '../../core/text.ts'
import { done, failed, type Outcome } from '../problems/fault.ts'
import { listNames, suggest } from '../problems/suggest.ts'

/** A value for a param of a policy, as an option of the plugin gives it. */
export interface OptionSetting {
  /** The file that has the options, as problems name it. */
  source: string
  /** The option as a person wrote it, such as `completionMarker` or `params.until`. */
  option: string
  policy: string
  param: string
  value: Json
}

/** The options of the plugin's entry in OpenCode's config. */
export interface PluginOptions {
  /** False leaves OpenCode untouched. */
  enabled: boolean
  /** Path of the project's config file, relative to the project; null: the usual place. */
  config: string | null
  settings: OptionSetting[]
}

export const defaultOptions: PluginOptions = { enabled: true, config: null, settings: [] }

/** Options by names of their own set params of this policy. */
const main = 'blockers'

interface Alias {
  param: string
  /** The value for the param; what is wrong is said without the option's name. */
  read: (given: Json) => Outcome<Json>
}

const same = (param: string): Alias => ({ param, read: done })
const milliseconds = (param: string, example: number): Alias => ({
  param,
  read: (given) =>
    typeof given === 'number' && Number.isSafeInteger(given) && given > 0
      ? done(spanText(given))
      : failed(
          `allowed is a whole number of milliseconds above 0, such as ${example}; as a duration write params: { ${param}: ${spanText(example)} }`,
        ),
})

/** The names that the first specifications gave, and the params that they set. */
export const optionAliases = {
  completionMarker: same('marker'),
  completionMarkerPosition: same('match'),
  cooldownMs: milliseconds('cooldown', 30_000),
  defaultDivertBlockers: {
    param: 'start',
    read: (given) =>
      typeof given === 'boolean'
        ? done(given ? 'always' : 'command')
        : failed('allowed are true and false; for more write params: { start: headless }'),
  },
  maxBlockersPerRun: same('maxBlockers'),
  maxReprompts: same('repeats'),
  repromptWindowMs: milliseconds('window', 300_000),
} as const satisfies Record<string, Alias>

/** Options of the first specifications that nothing reads, each with what does the same. */
export const pastOptions = {
  blockersFile: 'the page is named in a policy: override: { records.blocker: { file: notes.md } }',
  softBlockerKeywords:
    'the agent itself says what it decides; a rule of yours may choose by event.text, see docs/policy-language.md',
} as const satisfies Record<string, string>

const ownNames = ['enabled', 'config', 'params'] as const
const knownNames = [...ownNames, ...Object.keys(optionAliases)]

type Read = { options: PluginOptions; problems: string[] }

/** The file that OpenCode's options stand in, where it is not known better. */
export const usualOptionsFile = 'opencode.json'

/** Reads the options. What is wrong is said, and the default or the policy's own value holds. */
export function readOptions(given: unknown, source: string = usualOptionsFile): Read {
  const options: PluginOptions = { ...defaultOptions, settings: [] }
  const problems: string[] = []
  if (given === undefined || given === null) return { options, problems }
  if (!isMap(given)) {
    return {
      options,
      problems: [`Cannot read the plugin options: they are no map; allowed are ${listNames(knownNames)}`],
    }
  }
  for (const [name, value] of Object.entries(given)) {
    if (name === 'enabled' && typeof value === 'boolean') options.enabled = value
    else if (name === 'config' && typeof value === 'string' && value.trim() !== '') options.config = value
    else if (name === 'params' && isMap(value)) options.settings.push(...settingsOf(value, source))
    else if (isAlias(name)) {
      const { param, read }: Alias = optionAliases[name]
      const outcome = read(value as Json)
      if (outcome.ok) options.settings.push({ source, option: name, policy: main, param, value: outcome.value })
      else problems.push(cannotUse(name, `${shown(value)}; ${outcome.message}`))
    } else problems.push(problemOf(name, value))
  }
  return { options, problems }
}

export const cannotUse = (option: string, why: string): string => `Cannot use option ${option}: ${why}`

/** A map under `params` holds params of the policy of that name, all else is a param of `blockers`. */
function settingsOf(params: Readonly<Record<string, unknown>>, source: string): OptionSetting[] {
  return Object.entries(params).flatMap(([name, value]): OptionSetting[] =>
    isMap(value)
      ? Object.entries(value).map(([param, each]) => ({
          source,
          option: `params.${name}.${param}`,
          policy: name,
          param,
          value: each as Json,
        }))
      : [{ source, option: `params.${name}`, policy: main, param: name, value: value as Json }],
  )
}

function problemOf(name: string, value: unknown): string {
  if (name === 'enabled') return cannotUse(name, `${shown(value)}; allowed are true and false, true holds`)
  if (name === 'config') return cannotUse(name, `${shown(value)}; allowed is the path of a file`)
  if (name === 'params')
    return cannotUse(name, `${shown(value)}; allowed is a map of params, such as { "until": "07:00" }`)
  if (isPast(name)) return cannotUse(name, `it has no meaning here; ${pastOptions[name]}`)
  return cannotUse(
    name,
    `it is unknown${suggest(name, [...knownNames, ...Object.keys(pastOptions)])}; allowed are ${listNames(knownNames)}; params of policies stand under params`,
  )
}

const isAlias = (name: string): name is keyof typeof optionAliases => Object.hasOwn(optionAliases, name)
const isPast = (name: string): name is keyof typeof pastOptions => Object.hasOwn(pastOptions, name)
const shown = (value: unknown): string => JSON.stringify(value) ?? String(value)
const isMap = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

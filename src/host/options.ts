import { fieldsOf } from '../decode/payload.ts'

export interface Options {
  /** False leaves OpenCode untouched. */
  enabled: boolean
  /** Path of the project's config file, relative to the project; null: the usual place. */
  config: string | null
}

export const defaultOptions: Options = { enabled: true, config: null }

/** Reads the options of the plugin entry in opencode.json. What is wrong is said and the default holds. */
export function readOptions(given: unknown): { options: Options; problems: string[] } {
  const options = { ...defaultOptions }
  const problems: string[] = []
  if (given === undefined || given === null) return { options, problems }
  if (typeof given !== 'object' || Array.isArray(given)) {
    return { options, problems: ['Cannot read the plugin options: they are no map; allowed are enabled and config'] }
  }
  for (const [name, value] of Object.entries(fieldsOf(given))) {
    if (name === 'enabled' && typeof value === 'boolean') options.enabled = value
    else if (name === 'config' && typeof value === 'string' && value.trim() !== '') options.config = value
    else problems.push(problemOf(name, value))
  }
  return { options, problems }
}

function problemOf(name: string, value: unknown): string {
  const shown = JSON.stringify(value) ?? String(value)
  if (name === 'enabled') return `Cannot use option enabled: ${shown}; allowed are true and false, true holds`
  if (name === 'config') return `Cannot use option config: ${shown}; allowed is the path of a file`
  return `Cannot use option ${name}: it is unknown; allowed are enabled and config, all else belongs into .opencode/diverter.yaml`
}

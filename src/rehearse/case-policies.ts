import { fileGlob } from '../core/operators/glob.ts'
import type { Case } from '../policy/cases/schema.ts'
import { loadPolicies } from '../policy/load.ts'
import type { ResolvedDocument } from '../policy/layers/resolve.ts'
import { suggest } from '../policy/problems/suggest.ts'
import type { FindSource } from '../policy/source.ts'
import type { Path } from '../policy/yaml/tree.ts'
import { digest } from '../runtime/files/node-digest.ts'
import { type Policies, policiesOf } from '../runtime/policies.ts'
import { ExpectedError } from '../runtime/ports.ts'

/** What a case says of its policies does not hold. */
export class SettingFailure extends ExpectedError {
  /** Where the case says it. */
  readonly path: Path
  constructor(path: Path, message: string) {
    super(message)
    this.path = path
  }
}

/** A copy beside its original is a fault in a project, but a case may show what it does. */
const allowedFaults = new Set(['renamed-copy'])

/** The policies of a case with its params and modes. Throws a SettingFailure with the first fault. */
export function casePolicies(test: Case, file: string, find: FindSource): Policies {
  const glob = test.policies.findIndex((name) => fileGlob(name) !== null && typeof find(name, file) === 'string')
  if (glob >= 0)
    throw new SettingFailure(
      ['policies', glob],
      `Cannot load ${test.policies[glob]}: globs are for configs; a case names each of its policies`,
    )
  const loaded = loadPolicies(test.policies, find, { from: file })
  const fault = loaded.problems.find(({ severity, code }) => severity === 'error' && !allowedFaults.has(code))
  if (fault !== undefined) {
    const place = fault.line === 0 ? '' : `${fault.file}:${fault.line}: `
    throw new SettingFailure(['policies', Math.max(0, test.policies.indexOf(fault.file))], `${place}${fault.message}`)
  }
  const names = loaded.documents.map(({ name }) => name)
  for (const part of ['params', 'mode'] as const) {
    const name = Object.keys(test[part] ?? {}).find((one) => !names.includes(one))
    if (name !== undefined)
      throw new SettingFailure([part, name], `Cannot change the policy "${name}": the case has ${names.join(', ')}`)
  }
  const made = policiesOf(
    loaded.documents.map((document) => withSettings(document, test)),
    digest,
  )
  if (made.ok) return made.policies
  throw new SettingFailure(['params'], made.problems[0]?.message ?? 'Cannot compile the policies')
}

/** A document with the params and the mode that are set for its policy. Throws a SettingFailure for a param that it does not have. */
export function withSettings(document: ResolvedDocument, test: Pick<Case, 'params' | 'mode'>): ResolvedDocument {
  const { name } = document
  const mode = test.mode?.[name]
  const params = { ...document.params }
  for (const [param, value] of Object.entries(test.params?.[name] ?? {})) {
    const declared = params[param]
    if (declared === undefined) {
      throw new SettingFailure(
        ['params', name, param],
        `Cannot set ${name}.${param}: no such param${suggest(param, Object.keys(params)) || `; allowed are ${Object.keys(params).join(', ')}`}`,
      )
    }
    params[param] = { ...declared, default: value }
  }
  return { ...document, ...(mode !== undefined && { mode }), params }
}

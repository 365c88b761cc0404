import { checks, isCheckCode } from './checks.ts'
import type { Problem } from './problem.ts'
import { isError, problemAt } from './list.ts'
import type { Config } from '../schema.ts'
import { suggest } from './suggest.ts'
import { placeOf, spanOfKey, type Tree } from '../yaml/tree.ts'

/** What a project's config says about checks: a severity and why, by code. */
export type LintSettings = NonNullable<Config['lint']>

/** Gives warnings and notes the severity of the settings, or takes them away. */
export function applySeverities(problems: readonly Problem[], settings: LintSettings): Problem[] {
  return problems.flatMap((problem) => {
    const setting = Object.hasOwn(settings, problem.code) ? settings[problem.code] : undefined
    if (setting === undefined || isError(problem)) return [problem]
    return setting.severity === 'off' ? [] : [{ ...problem, severity: setting.severity }]
  })
}

/** Settings that do nothing: for checks that do not exist, and for those whose findings keep a policy out of the set. */
export function settingProblems(settings: LintSettings, config: Tree): Problem[] {
  return Object.keys(settings).flatMap((code) => {
    const say = (why: string) => [
      problemAt(
        placeOf(spanOfKey(config, ['lint', code])),
        'lint-setting',
        `Cannot set the severity of ${code}: ${why}`,
      ),
    ]
    if (!isCheckCode(code)) return say(`there is no such check${suggest(code, Object.keys(checks))}`)
    return checks[code].severity === 'error' ? say('it keeps the policy out of the set, so it stays an error') : []
  })
}

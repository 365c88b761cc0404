import type { Given } from './path.ts'

const testers = /^(?:vitest|jest|mocha|ava|playwright|cypress|pytest|py\.test)$/
const carriers = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun)$/
const leading = /^(?:run|run-script|exec|dlx|x)$/
const script = /^(?:t|tst|test(?:[:-].*)?)$/
const option =
  /^(?:-t|-g|-k|--testNamePattern|--test-name-pattern|--grep|--grep-invert|--fgrep|--title-pattern)(?:=(.*))?$/

function runsTests(program: string, given: readonly Given[]): boolean {
  if (testers.test(program) || (program === 'node' && given.some(({ word }) => word.value === '--test'))) return true
  if (!carriers.test(program)) return false
  const operands = given.map(({ word }) => word.value).filter((value) => !value.startsWith('-'))
  const first = operands.find((value, at) => at > 0 || !leading.test(value)) ?? ''
  return testers.test(first) || (script.test(first) && !/x$/.test(program))
}

/** The words without those that only say which tests are meant, by their titles. */
export function withoutTitles(program: string, given: readonly Given[]): Given[] {
  if (!runsTests(program, given)) return [...given]
  const isTitle = (text: string | undefined): boolean => text !== undefined && !/[`$;&|<>]/.test(text)
  return given.filter(({ word }, at) => {
    const own = option.exec(word.value)
    if (own !== null) return !isTitle(own[1])
    const before = option.exec(given[at - 1]?.word.value ?? '')
    return before === null || before[1] !== undefined || !isTitle(word.value)
  })
}

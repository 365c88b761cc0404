import { problemText } from '../../src/cli/lint-report/text.ts'
import { createSources } from '../../src/cli/policies/sources.ts'
import { checkFile } from '../../src/policy/check-file.ts'
import { type CheckCode, checks } from '../../src/policy/problems/checks.ts'
import { filesInForce, isPolicy, notInForce } from '../../src/policy/in-force.ts'
import { projectAlone } from '../../src/policy/layers/layering.ts'
import type { Problem } from '../../src/policy/problems/problem.ts'
import type { FindSource } from '../../src/policy/source.ts'
import { applySuppressions } from '../../src/policy/problems/suppress.ts'
import { rulesInGolden, untestedPolicies, untestedRules } from '../../src/policy/cases/untested.ts'

const configName = '.opencode/diverter.yaml'

/** An example of a page: the file that is checked, and what lint says of it. */
export interface Example {
  isGood: boolean
  problems: Problem[]
}

/**
 * A fenced block of a page. `file=NAME` makes it a file for the examples after it, `as=NAME` names the file that is
 * checked, `repeat=N` repeats its last line. With a golden file the examples are those of a project with cases.
 */
const block = /```(?:yaml|hbs)([^\n]*)\n([\s\S]*?)```\n(\n```text\n[\s\S]*?```\n)?/g

/** A page with its first lines and the words of lint as they must be, and its examples. */
export function renderPage(code: CheckCode, page: string, root: string): { text: string; examples: Example[] } {
  const examples: Example[] = []
  const { severity, finds } = checks[code]
  const [, , , ...rest] = page.split('\n')
  const body = rest
    .join('\n')
    .split(/(?=^## )/m)
    .map((section) => {
      const files = new Map<string, string>()
      return section.replace(block, (whole, attributes: string, text: string) => {
        const file = attributeOf('file', attributes)
        if (file !== null) files.set(file, text)
        if (file !== null) return whole
        const name = attributeOf('as', attributes) ?? 'policy.yaml'
        const checked = repeated(text, Number(attributeOf('repeat', attributes) ?? 1))
        const isGood = section.startsWith('## Good')
        const problems = problemsOf(name, checked, files, root, code !== 'untrusted-loosening')
        examples.push({ isGood, problems })
        const shown = problems.map((problem) =>
          problemText(problem, {
            color: false,
            text: (asked) => (asked === name ? checked : (files.get(asked) ?? null)),
          }),
        )
        const fence = `\`\`\`yaml${attributes}\n${text}\`\`\`\n`
        return isGood ? fence : `${fence}\n\`\`\`text\n${shown.join('').trimEnd()}\n\`\`\`\n`
      })
    })
  return { text: [`# ${code}`, '', `**${severity}**: ${finds}.`, ...body.join('').split('\n')].join('\n'), examples }
}

function problemsOf(
  name: string,
  text: string,
  files: ReadonlyMap<string, string>,
  root: string,
  isTrusted: boolean,
): Problem[] {
  const onDisk = createSources(root)
  const find: FindSource = (reference, from) => {
    if (reference.startsWith('builtin:') || from?.startsWith('builtin:') === true) return onDisk.find(reference, from)
    const folder = from?.includes('/') ? from.replace(/[^/]*$/, '') : ''
    const asked = `${folder}${reference.replace(/^\.\//, '')}`
    const found = files.get(asked)
    return found === undefined ? 'there is no such file' : { name: asked, text: found }
  }
  const source = { name, text }
  const config = files.get(configName)
  const listed: FindSource = (reference, from) => {
    const found = from === configName && reference === name.replace('.opencode/', './')
    return found ? source : find(reference, from)
  }
  const inForce = config === undefined ? null : filesInForce({ name: configName, text: config }, listed, projectAlone)
  const isIdle = inForce !== null && name !== configName && isPolicy(source) && !inForce.has(name)
  const idle = isIdle ? [notInForce(source, name.replace('.opencode/', './'), configName)] : []
  const { problems, sources, policies } = checkFile(source, find, '0.1.0', { ...projectAlone, isTrusted })
  const goldens = [...files].filter(([file]) => file.endsWith('.golden.yaml')).map(([, golden]) => golden)
  const exercised = { rules: new Set(goldens.flatMap(rulesInGolden)), unwritten: 0 }
  const untested = [untestedRules, untestedPolicies].flatMap((check) => check(policies, sources, exercised))
  return applySuppressions([...problems, ...idle, ...(goldens.length > 0 ? untested : [])], sources)
}

function attributeOf(name: string, attributes: string): string | null {
  return new RegExp(` ${name}=(\\S+)`).exec(attributes)?.[1] ?? null
}

function repeated(text: string, times: number): string {
  const lines = text.trimEnd().split('\n')
  return `${[...lines, ...Array.from({ length: times - 1 }, () => lines.at(-1))].join('\n')}\n`
}

/** The index of all pages. */
export function renderIndex(): string {
  const rows = Object.entries(checks).map(
    ([code, { severity, finds }]) => `| [${code}](${code}.md) | ${severity} | ${finds} |`,
  )
  return `# The checks of lint

\`opencode-diverter lint\` checks policies, the project's config and cases. An **error** keeps a policy out of the set,
so it can only be mended. A **warning** is a finding too and makes lint exit with 1. A **note** does not.

A warning or note is ignored with a comment at the end of its line or on the line before, which must say why:

\`\`\`yaml
# lint-ignore unused-name: the policy of the other team extends this one and uses it
\`\`\`

In a template file it is a Handlebars comment, on a line of its own or directly behind the text, so that the text that
comes of it stays the same:

\`\`\`hbs
{{!-- lint-ignore unbounded-text: an error of the host is a line --}}
\`\`\`

A project sees a check differently with a line in \`.opencode/diverter.yaml\`, which must say why too:

\`\`\`yaml
version: 1
lint:
  unused-name: { severity: "off", because: we share one file of conditions }
\`\`\`

| check | severity | finds |
|---|---|---|
${rows.join('\n')}
`
}

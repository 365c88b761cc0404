import { compilePattern } from '../../../core/operators/shell/pattern.ts'
import { carriers, programOf, shells } from '../../../core/operators/shell/wrapper.ts'
import type { Check } from '../context.ts'
import { entriesAt } from '../param-source.ts'

/** Programs whose first words say what they run. */
const running =
  /^(?:git|npm|pnpm|make|just|task|node|tsx|ts-node|python|perl|ruby|php|lua|awk|gawk|sed|find|tar|docker|podman|kubectl|go|cargo|mvn|gradle|uv|poetry|pipenv|pdm|bundle|composer|rails|mix|dotnet|mise|nix|eval|source|nx|lerna|uvx|pipx|nix-shell|osascript|pwsh|powershell)$/

/** Words behind which a star is any command. */
const commanding =
  /^(?:ssh \S+|(?:bundle|npm|pnpm|yarn|bun|mise|nix) (?:exec|x|dlx)|(?:uv|poetry|pipenv|pdm|hatch|conda) run|(?:docker|podman)(?: compose)? exec \S+|(?:docker|podman)(?: compose)? run|python3? -m|(?:npx|bunx|pnpx) (?:tsx|ts-node|nx|lerna)|kubectl exec \S+(?: --)?)$/

const runsWhatItGets = (program: string): boolean =>
  carriers.has(program) || shells.has(program) || running.test(program)

/** A star for a program, or right behind one that runs what it is given, where a whole line is allowed by it. */
export const wideStar: Check = {
  code: 'wide-star',
  run: ({ calls, document, problem }) => {
    const written = calls
      .filter(({ operator }) => operator === 'runsOnly')
      .flatMap(({ given, at }) => entriesAt(given[1] ?? null, at(1), document))
    const once = new Map(written.map((each) => [JSON.stringify(each), each]))
    return [...once.values()].flatMap(({ value, path }) => {
      if (typeof value !== 'string' || value.trim() === '') return []
      if (/^\*+(?:\s|$)/.test(value.trim()))
        return [
          problem(
            path,
            `A star in the place of a program is any program: write which, as "npm test *", not "${value}"`,
            {
              severity: 'warning',
            },
          ),
        ]
      const { words, open } = compilePattern(value)
      const [name, ...rest] = words.map((word) => word.value)
      const program = programOf(name ?? '')
      const all = [program, ...rest].join(' ')
      if (!open || !(rest.length === 0 ? runsWhatItGets(program) : commanding.test(all))) return []
      const help = `write what it is to run, such as "${all} ${rest.length === 0 ? (examples[program] ?? 'NAME') : 'NAME'} *"`
      return [
        problem(path, `${all} runs what it is given, so "${value}" allows that too: ${help}`, {
          severity: 'warning',
        }),
      ]
    })
  },
}

const examples: Readonly<Record<string, string>> = {
  git: 'status',
  npm: 'test',
  npx: 'vitest run',
  make: 'test',
  docker: 'ps',
  cargo: 'test',
  go: 'test',
}

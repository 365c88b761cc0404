import { fileGlob, glob, pick } from '../../../../src/core/operators/glob.ts'
import { reach } from '../../../../src/core/operators/reach.ts'
import { isHarmlessSed } from '../../../../src/core/operators/shell/sed-script.ts'
import { runs, runsOnly } from '../../../../src/core/operators/shell/runs.ts'
import { exactPatterns } from '../../../../src/core/operators/shell/exact.ts'
import { checkCommand } from '../../../../src/core/operators/shell/pattern.ts'
import { provenBy } from '../../../../src/core/operators/shell/proof.ts'
import { checkPattern } from '../../../../src/core/operators/text.ts'
import { uncoveredWords } from '../../../../src/core/operators/shell/uncovered.ts'
import { shellReach } from '../../../../src/decode/shell/reach.ts'
import { orRefused, type TextReader } from './reader.ts'

const operators = (...names: string[]): string[] => names.map((name) => `src/core/operators/${name}`)
const patterns = ['npm *', 'git diff *', 'npx vitest run *', 'sudo', 'rm -rf *', '*sh -c']
const lines = operators('shell', 'braces')

/** Lines of commands, their patterns and globs. */
export const ofShell: readonly TextReader[] = [
  {
    name: 'what a line touches',
    of: ['src/decode/shell'],
    kinds: ['shell'],
    read: orRefused((text) => shellReach(text)),
    alsoAt: 40_000,
  },
  { name: 'the folder of a line', of: ['src/decode/shell'], kinds: [], read: (text) => shellReach('ls a > b', text) },
  {
    name: 'code in a line',
    of: ['src/decode/shell'],
    kinds: ['shell'],
    read: orRefused((text) => shellReach(`python -c '${text}'`)),
    alsoAt: 40_000,
  },
  ...['psql -c', 'pwsh -c', 'cmd /c', 'awk', 'perl -ne', 'parallel a :::', 'python -m json.tool'].map(
    (program): TextReader => ({
      name: `what ${program} is given`,
      of: ['src/decode/shell'],
      kinds: ['shell'],
      read: orRefused((text) => shellReach(`${program} '${text}'`)),
      alsoAt: 40_000,
    }),
  ),
  {
    name: 'a file that is written and run',
    of: ['src/decode/shell'],
    kinds: ['shell'],
    read: orRefused((text) => shellReach(`echo '${text}' > a; echo '${text.slice(0, 4000)}' >> a; sh a`)),
    alsoAt: 40_000,
  },
  {
    name: 'a here-document',
    of: ['src/decode/shell'],
    kinds: ['shell'],
    read: orRefused((text) => shellReach(`sh <<E\n${text}`)),
    alsoAt: 40_000,
  },
  {
    name: 'a file in a here-document',
    of: ['src/decode/shell'],
    kinds: ['shell'],
    read: (text) => shellReach(`cat > a <<'E'\n${text}`),
  },
  {
    name: 'what may be reached by a line',
    of: ['src/decode/shell', ...operators('reach')],
    kinds: ['shell'],
    read: orRefused((text) => reach(shellReach(text).touches, ['{,**/}.opencode/**', '**/diverter.yaml', '*.md'])),
    alsoAt: 40_000,
  },
  {
    name: 'a line that is allowed',
    of: lines,
    kinds: ['shell'],
    read: orRefused((text) => runsOnly(text, patterns)),
    alsoAt: 40_000,
  },
  {
    name: 'a line that is searched',
    of: lines,
    kinds: ['shell'],
    read: orRefused((text) => runs(text, patterns)),
    alsoAt: 40_000,
  },
  {
    name: 'a line that is explained',
    of: lines,
    kinds: ['shell'],
    read: orRefused((text) => uncoveredWords(text, patterns)),
    alsoAt: 40_000,
  },
  {
    name: 'a line as a pattern',
    of: lines,
    kinds: ['shell'],
    read: orRefused((text) => exactPatterns(text, patterns)),
    alsoAt: 40_000,
  },
  {
    name: 'a line as a proof',
    of: lines,
    kinds: ['shell'],
    read: orRefused((text) => provenBy(text, patterns)),
    alsoAt: 40_000,
  },
  {
    name: 'a pattern of commands',
    of: lines,
    kinds: ['shell', 'glob'],
    read: orRefused((text) => [checkCommand(text), runsOnly('npm test a', [text]), runs('npm test a', [text])]),
    apart: 4096,
  },
  { name: 'a script of sed', of: operators('shell/sed-script'), kinds: ['shell'], read: isHarmlessSed },
  {
    name: 'a path',
    of: operators('glob'),
    kinds: ['glob'],
    read: orRefused((text) => [glob(text, ['**/*.ts', 'a*b*c*d', '{a,b}/**', '*']), pick(text, ['!(a|b)*'])]),
  },
  {
    name: 'a glob',
    of: operators('glob'),
    kinds: ['glob'],
    read: orRefused((text) => glob('src/a/b/c.ts', text)),
    apart: 4096,
  },
  {
    name: 'a pattern that is too long',
    of: operators('glob'),
    kinds: ['glob'],
    read: orRefused((text) => [checkCommand(text), checkPattern(text), fileGlob(text), glob('a', text)]),
  },
  {
    name: 'a glob of files',
    of: [...operators('glob'), 'src/runtime/config/glob-files.ts'],
    kinds: ['glob'],
    read: orRefused((text) => {
      const found = fileGlob(text)
      return typeof found === 'object' && found?.matches('a'.repeat(900))
    }),
    apart: 4096,
  },
  {
    name: 'what may become a path',
    of: operators('reach', 'braces'),
    kinds: ['glob'],
    read: orRefused((text) => reach([text, `${text}/**`], ['.opencode/**', '**/diverter.yaml', '*.md'])),
  },
  {
    name: 'globs that may be reached',
    of: operators('reach', 'braces'),
    kinds: ['glob'],
    read: orRefused((text) => reach(['.opencode/**', 'a/*/b*'], text)),
  },
]

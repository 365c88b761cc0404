import { type Given, isOption } from '../path.ts'
import { literalsOf } from './literals.ts'
import { pathsInCode, readings } from './code.ts'

/** Texts in quotes that end on their line, with what is escaped in them. */
const literal = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g
/** What code may call if it only looks: these take no function, write nothing and hide no name. */
const calls =
  /^(?:print|load|loads|safe_load|read|readlines|dumps|len|sorted|list|keys|values|items|get|join|exists|isfile|isdir|getsize|log|parse|stringify|readFileSync|existsSync|entries)$/
/** Names that code may use as they are. */
const known =
  /^(?:import|const|let|var|in|of|for|if|else|not|and|or|is|None|True|False|true|false|null|undefined|json|sys|os|yaml|toml|tomllib|JSON|console|Object)$/
/** What a name is bound to must not be one that may be called. */
const binding = /(?:^|[;\n]|\b(?:const|let|var|for)\s)\s{0,9}([A-Za-z_]\w*)\s{0,9}(?:=(?!=)|\s(?:in|of)\b)/g
const opened = /(?<![.\w])open\s{0,9}\(\s{0,9}(?:"[^"\\\n]*"|'[^'\\\n]*')\s{0,9}(?:,\s{0,9}(?:"rb?"|'rb?')\s{0,9})?\)/g
const files =
  /\b(?:const|let|var)\s{1,9}fs\s{0,9}=\s{0,9}require\(["'](?:node:)?fs["']\);?|(?:\bfs|\brequire\(["'](?:node:)?fs["']\))(?=\.(?:readFileSync|existsSync)\()/g
const data = /\brequire\(\s{0,9}(?:"[^"\\\n]*\.json"|'[^'\\\n]*\.json')\s{0,9}\)/g
/** Signs of which nothing needs to be known, once texts are left out; a slash or a hash may hide where a text begins. */
const plain = /^[\w\s.,;:()[\]=!<+-]*$/

/** True for code of Python or JavaScript that reads and prints, and nothing else, as each of its words says. */
function looks(code: string): boolean {
  const bare = code.replace(opened, 'read()').replace(files, '').replace(data, 'read()').replace(literal, ' "" ')
  if (!plain.test(bare.replaceAll('""', '')) || /\w "" |[\])"]\s{0,9}\(|::|\[[^\]\n]{0,99}:/.test(bare)) return false
  const own = new Set([...bare.matchAll(binding)].map(([, name = '']) => name))
  const isFree = [...own].every((name) => !calls.test(name) && !known.test(name))
  if (!isFree || /[^=!<]=(?!=)/.test(bare.replace(binding, ''))) return false
  return [...bare.matchAll(/(\.\s{0,9})?\b([A-Za-z_]\w*)(\s{0,9}\()?/g)].every(([, dot, name = '', call]) =>
    call === undefined ? dot !== undefined || known.test(name) || own.has(name) : isCalled(name),
  )
}

const isCalled = (name: string): boolean => calls.test(name) || /^(?:in|if|not|and|or)$/.test(name)

const cmdlet =
  /^(?:(?:Get|Test|Select|Measure|Sort|Compare|ConvertFrom|ConvertTo|Resolve|Group)-\w+|Format-(?:Table|List|Wide|Hex)|Write-(?:Host|Output)|type|cat|gc|gci|ls|dir|pwd|echo)(?:\s|$)/i

const looksByName = (line: string): boolean =>
  !/[(){}$`&<>=@]|-out/i.test(line) && line.split(/[;|\n]/).every((command) => cmdlet.test(command.trim()))

const looksByLine = (line: string): boolean =>
  /^(?:type|dir|more|findstr|where|echo|tree|fc)(?:\s|$)/i.test(line) && !/[<>&|^%()\n]/.test(line)

/** A script of awk writes by `>`, gives lines to a shell by `|` or `system`, and takes other code by `@`. */
const looksByScript = (script: string): boolean => !/^-|[>|@]|\bsystem\b/.test(script)

/** Perl that prints the lines in which something is found; what stands in braces may be code. */
const printsFound = (code: string): boolean =>
  /^\s*print(?:\s+(?:\$\w+|"[\w\s$\\:,.-]*"))?(?:\s+(?:if|unless)\s+\/[^/{}@]*\/i?)?\s*;?\s*$/.test(code)

/** How a program is given code. */
interface Coded {
  program: RegExp
  /** Words before it that change nothing. */
  before: RegExp
  /** The word behind which it stands; null if it stands alone. */
  option: RegExp | null
  /** What the words behind it are: given to the code, a part of it, or options as well. */
  behind: 'given' | 'code' | 'options'
  only: (code: string) => boolean
}

const coded: readonly Coded[] = [
  { program: /^(?:python|pypy)$/, before: /^-[BEIsSu]$/, option: /^-c$/, behind: 'given', only: looks },
  { program: /^node$/, before: /^$/, option: /^(?:-[ep]|-pe|--eval|--print)$/, behind: 'options', only: looks },
  { program: /^perl$/, before: /^$/, option: /^-[aln]*ne$/, behind: 'options', only: printsFound },
  { program: /^[gmn]?awk$/, before: /^-[Fv]./, option: null, behind: 'given', only: looksByScript },
  {
    program: /^(?:pwsh|powershell)$/,
    before: /^-(?:nop(?:rofile)?|noni(?:nteractive)?|nologo)$/i,
    option: /^-c(?:ommand)?$/i,
    behind: 'code',
    only: looksByName,
  },
  { program: /^cmd$/, before: /^$/, option: /^\/c$/i, behind: 'code', only: looksByLine },
]

/** A second name behind this tool is that of a file it writes. */
const isTool = ([option, tool, ...rest]: readonly Given[]): boolean =>
  option?.word.value === '-m' &&
  tool?.word.value === 'json.tool' &&
  rest.filter((each) => !isOption(each) || each.word.value === '-').length < 2

/** The code of a call that only looks at what its other words name; null if it does more, or that cannot be told. */
function lookingCode(program: string, given: readonly Given[]): string | null {
  if (program === 'python' && isTool(given)) return ''
  const one = coded.find((each) => each.program.test(program))
  if (one === undefined) return null
  const begin = given.findIndex(({ word }) => !one.before.test(word.value))
  if (one.option !== null && !one.option.test(given[begin]?.word.value ?? '')) return null
  const at = one.option === null ? begin : begin + 1
  const end = one.behind === 'code' ? given.length : at + 1
  const isSure = given.slice(0, end).every(({ word, forms }) => forms.length === 1 && forms[0] === word.value)
  if (!isSure || (one.behind === 'options' && given.slice(end).some(isOption))) return null
  const code = given.slice(at, end).map(({ word }) => word.value)
  return code.length > 0 && one.only(code.join(' ')) ? code.join(' ') : null
}

/** What a call may print that only looks; null if it does more, or that cannot be told. */
export function printedByLooking(program: string, given: readonly Given[]): string[] | null {
  const code = lookingCode(program, given)
  return code === null
    ? null
    : [...new Set([...readings(code).flatMap(literalsOf), ...pathsInCode(code), ...code.split(/\s+/)])]
}

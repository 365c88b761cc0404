import { join } from '../path.ts'

const lists =
  /\b(?:listdir|scandir|readdir\w*|iterdir|r?glob\w*|walk\w*|opendir|Dir|Path)\b|<[^<>\s]{0,99}[*?][^<>\s]{0,99}>/i
const listed =
  /\b(?:listdir|scandir|readdir\w*|r?glob\w*|walk\w*|opendir|Dir(?:\.\w+)?|Path)\s{0,9}[([]?\s{0,9}(["'`])([^"'`\n]*)\1|<([^<>\s]{0,99}[*?][^<>\s]{0,99})>/gi
/** A glob that is looked for below a folder. */
const below = /(["'`])([^"'`\n]*)\1\s{0,9}\)?\.r?glob\w*\(\s{0,9}(["'`])([^"'`\n]*)\3/g
const changes =
  /\b(?:unlink\w*|remove\w*|rm\w*|delete\w*|write\w*|rename\w*|move\w*|truncate\w*|chmod\w*|copy\w*|cp\w*|system|exec\w*|spawn\w*|popen|subprocess)\b|\bopen\s{0,9}\([^)\n]{0,200},\s{0,9}["'][wax]/
const reads = /\b(?:open\w*|read\w*|slurp|cat|binread|copy\w*|archive\w*|make_archive|tarfile|zipfile)\b/i
const narrows = /\b(starts_?with|ends?_?with|includes|match)\??\s{0,9}\(\s{0,9}(["'`])([^"'`\n]+)\2/gi

/** Globs for the files of a folder that code lists in order to change them. */
export const listedToChange = (code: string): string[] => (lists.test(code) && changes.test(code) ? listedIn(code) : [])

/** The same where it reads them; the home folder, by whatever name, is `~`. */
export function listedToRead(text: string): string[] {
  const code = withHome(text)
  return lists.test(code) && reads.test(code) ? listedIn(code) : []
}

function listedIn(code: string): string[] {
  const found = [...code.matchAll(below)].map(([, , folder = '', , glob = '']) => join(folder, `**/${glob}`))
  const places = [...code.matchAll(listed)].map(([, , place, angled]) => place ?? angled ?? '')
  const globs = [...found, ...places.filter((place) => /[*?[]/.test(place)).flatMap((glob) => [glob, `**/${glob}`])]
  const folders = places.filter((place) => !/[*?[]/.test(place))
  const narrowed = [...code.matchAll(narrows)].map(([, how = '', , text = '']) =>
    /^start/i.test(how) ? `${text}*` : /^end/i.test(how) ? `*${text}` : `*${text}*`,
  )
  if (globs.length > 0) return globs
  const isDeep = /walk|recurs/i.test(code)
  const names = (narrowed.length > 0 ? narrowed : ['*']).flatMap((name) => (isDeep ? [name, `**/${name}`] : [name]))
  return (folders.length > 0 ? folders : ['.']).flatMap((folder) => names.map((name) => join(folder, name)))
}

const home =
  /\b(?:\w{1,20}\(["']os["']\)\.|os\.)?homedir\(\)|\b(?:pathlib\.)?Path\.home\(\)|\bDir\.home\b|\bprocess\.env\.HOME\b|\b(?:os\.environ|ENV)\[["']HOME["']\]|\b(?:os\.)?getenv\(["']HOME["']\)|\$ENV\{HOME\}/g
const expanding = /\b(?:os\.path\.|File\.)?(?:expanduser|expand_path)\(/g

const withHome = (code: string): string =>
  code
    .replace(home, "'~'")
    .replace(expanding, '')
    .replace(/["'`]\s{0,9}(?:\+|\/)\s{0,9}["'`]/g, '')

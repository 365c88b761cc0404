import { textOf } from './arguments.ts'
import { searched } from './text.ts'

const most = 50
const longest = 300

/** Quoted stretches may hold spaces; all else ends at space, brackets or markup. */
const tokens =
  /`([^`\n]{1,300})`|"([^"\n]{1,300})"|“([^”\n]{1,300})”|(?<![\p{L}\p{N}])'([^'\n]{1,300})'|([^\s`"'“”‘’«»<>()[\]{}*|]+)/gu

const maybe = /\.[a-z0-9]/i
const ending = /[^/\\]\.[a-z0-9]{1,8}$/i

function cleaned(token: string): string | null {
  if (!maybe.test(token)) return null
  const bare = token
    .trim()
    .replace(/^(?:\*+|~~)|(?:\*+|~~)$/g, '')
    .replace(/[.,;:!?…。，、！？]{1,20}$/u, '')
    .replace(/^_(.+)_$/, '$1')
    .replace(/(?::\d+){1,2}$|#L\d+(?:-L?\d+)?$/, '')
  // A markdown escape, not a folder of Windows, where every backslash stands before a mark.
  const path = /\\(?![_*])/.test(bare) ? bare : bare.replace(/\\/g, '')
  const isPath = path.length <= longest && ending.test(path) && !/\p{Cc}|^[a-z][a-z0-9+.-]*:\/\//iu.test(path)
  return isPath ? path : null
}

/** What looks like paths of files in the text, in order and each once: at most 50, found in one pass. */
export function paths(text: unknown): string[] {
  const found = new Set<string>()
  const collect = (part: string): void => {
    for (const [whole, ...quoted] of part.matchAll(tokens)) {
      if (found.size >= most) return
      const inside = quoted.slice(0, 4).find((each) => each !== undefined)
      const path = cleaned(inside ?? whole)
      if (path !== null) found.add(path)
      if (inside !== undefined && /[\s()[\]*]/.test(inside)) collect(inside)
    }
  }
  collect((textOf(text, 'paths') ?? '').slice(-searched))
  return [...found].slice(0, most)
}

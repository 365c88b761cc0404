import { basename, extname } from 'node:path'

/** A dated name beside a file that is not taken: `graph.2026-02-12T22-00-00Z.json`. */
export function asideName(file: string, now: number, isTaken: (name: string) => boolean): string {
  const ending = extname(file)
  const stem = basename(file, ending)
  const date = new Date(now)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  for (let number = 1; ; number++) {
    const name = `${stem}.${date}${number === 1 ? '' : `-${number}`}${ending}`
    if (!isTaken(name)) return name
  }
}

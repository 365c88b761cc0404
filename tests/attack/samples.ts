import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../support/host.ts'
import { longPassed, longRefused, longToolsRefused } from './long-lines.ts'

const linesOf = (name: string): string[] =>
  readFileSync(join(repository, 'tests/attack/samples', `${name}.txt`), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))

/** Samples of commands for allow: `PATTERNS <- LINE`, with `\n` for a line break in the line. */
export const allowSamples = (name: string): string[] => linesOf(name).map((line) => line.replaceAll('\\n', '\n'))

/** Samples of calls, `TOOL ARGUMENTS`: those of the file of commands, then those of the file of tools, then long ones. */
export const callSamples = (ending: 'refused' | 'passed'): string[] => [
  ...linesOf(`guard-commands-${ending}`).map((line) => `bash ${JSON.stringify(line.replaceAll('\\n', '\n'))}`),
  ...(ending === 'refused' ? linesOf('guard-found') : []),
  ...linesOf(`guard-tools-${ending}`),
  ...(ending === 'refused' ? [...longRefused, ...longToolsRefused] : longPassed),
]

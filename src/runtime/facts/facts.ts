import type { Moment } from '../../core/decision.ts'
import type { Json } from '../../core/event.ts'
import type { Files } from '../ports.ts'
import type { Session } from '../session.ts'
import type { Said } from '../answers/said.ts'
import { gitBranch, gitHead } from '../files/git-head.ts'
import { fileFact } from './file.ts'
import { filesFact } from './files.ts'

/** Reads facts of the world outside memory for one session tree. */
export function factReader(
  files: Files,
  directory: string,
  own: readonly string[],
  said: Said,
): (root: Session) => Moment['read'] {
  return (root) => (source, given) => {
    switch (source) {
      case 'todos': {
        const open = root.todos.filter((todo) => !todo.done)
        return { open: open.length, total: root.todos.length, titles: open.map((todo) => todo.title) }
      }
      case 'own':
        return { paths: [...own] }
      case 'file':
        return fileFact(files, directory, given)
      case 'files':
        return filesFact(files, directory, given)
      case 'git':
        return { branch: gitBranch(files, directory), commit: gitHead(files, directory) }
      case 'grants':
        return said.grant(fingerprintOf(given))
      case 'answers':
        return said.answer(fingerprintOf(given), optionsOf(given))
    }
  }
}

/** Empty fits nothing. */
const fingerprintOf = ({ fingerprint }: Record<string, Json>): string =>
  typeof fingerprint === 'string' ? fingerprint : ''

/** None where a rule gives none. */
const optionsOf = ({ options }: Record<string, Json>): string[] =>
  Array.isArray(options) ? options.filter((option) => typeof option === 'string') : []

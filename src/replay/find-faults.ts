import type { Fault } from '../fault/fault.ts'
import { ownFolder } from '../runtime/own-folder.ts'
import type { Files } from '../runtime/ports.ts'
import { readJournal } from './read-journal.ts'
import { projectFaultsFile } from '../runtime/fault/project-faults.ts'

/** A fault as a journal has it. */
export interface FoundFault {
  fault: Fault
  /** Milliseconds since 1970. */
  at: number
  /** The journal, relative to the project, and the line in it. */
  file: string
  line: number
}

/** All faults in the journals of a project, the newest first. `join` puts a path of the project together. */
export function findFaults(files: Pick<Files, 'names' | 'read'>, join: (path: string) => string): FoundFault[] {
  const journals = files.names(join(`${ownFolder}/journal`)).filter((name) => name.endsWith('.jsonl'))
  const paths = [...journals.map((name) => `${ownFolder}/journal/${name}`), `${ownFolder}/${projectFaultsFile}`]
  return paths
    .flatMap((file) =>
      readJournal(files.read(join(file)) ?? '').lines.flatMap(({ line, number }): FoundFault[] =>
        line.line === 'fault' ? [{ fault: line, at: line.at, file, line: number }] : [],
      ),
    )
    .sort((one, other) => other.at - one.at)
}

import type { Fault } from '../../fault/fault.ts'
import { createJournal } from '../journal.ts'
import type { OwnFolder } from '../own-folder.ts'
import type { Ports } from '../ports.ts'

/** Faults that belong to no session: a journal of the project that holds nothing else. */
export interface ProjectFaults {
  /** One line for each fault, as long as this process lives. */
  keep: (fault: Fault) => void
}

/** The name of that journal in our folder. */
export const projectFaultsFile = 'faults.jsonl'

export function createProjectFaults(
  { files, clock, process }: Pick<Ports, 'files' | 'clock' | 'process'>,
  folder: OwnFolder,
): ProjectFaults {
  const journal = createJournal(files, folder, folder.path(projectFaultsFile), process)
  const kept = new Set<string>()
  return {
    keep: (fault) => {
      for (const line of journal.news()) if (line.line === 'fault') kept.add(line.id)
      if (kept.has(fault.id)) return
      kept.add(fault.id)
      journal.append(clock.now(), { line: 'fault', ...fault })
    },
  }
}

import type { Suggestions } from '../../morning/exchange.ts'
import type { Clock } from '../../runtime/ports.ts'
import { suggestionsSection } from '../../suggest/section.ts'
import type { Beside, Ended } from '../io/beside.ts'
import { exit } from '../io/io.ts'
import { listedIn } from '../../suggest/listed.ts'

/** Without a question for so long, in milliseconds, nobody waits any more. The page asks each second. */
const patience = 10_000
/** So long what was found is told to whoever waited for it too; a question after that looks anew. */
const lasting = 5000

export type SuggestionsTold = { ok: true; suggestions: Suggestions } | { ok: false; why: string }

/** What `suggest` says, found beside the page so that it goes on; all who ask meanwhile wait for the same. */
export interface Suggested {
  ask: () => SuggestionsTold
  close: () => void
}

interface Run {
  stop: AbortController
  said: string
  found: SuggestionsTold | null
  forget: () => void
}

/** Runs `suggest` of the project at a folder, as a person runs it: the numbers are those that \`--write\` takes. */
export function createSuggested(beside: Beside | undefined, cwd: string, { after }: Pick<Clock, 'after'>): Suggested {
  let run: Run | null = null

  function begin(start: Beside): Run {
    const begun: Run = { stop: new AbortController(), said: '', found: null, forget: () => undefined }
    const heard = (errors: string): void => {
      begun.said = errors.trim()
    }
    void start(['suggest', '--json'], { cwd, gone: begun.stop.signal, heard }).then((ended) => {
      begun.found = toldOf(ended)
      if (run === begun) expire(begun, lasting)
    })
    return begun
  }

  /** Ends it unless somebody asks before. */
  function expire(begun: Run, time: number): void {
    begun.forget()
    begun.forget = after(time, () => {
      begun.stop.abort()
      if (run === begun) run = null
    })
  }

  return {
    ask: () => {
      if (beside === undefined) return { ok: false, why: 'Cannot suggest: no program can run beside this page' }
      run ??= begin(beside)
      if (run.found !== null) return run.found
      expire(run, patience)
      return { ok: true, suggestions: { is: 'working', text: run.said } }
    },
    close: () => {
      run?.forget()
      run?.stop.abort()
      run = null
    },
  }
}

function toldOf({ code, output, errors }: Ended): SuggestionsTold {
  const found = code === exit.clean ? listedIn(output) : null
  if (found !== null) return { ok: true, suggestions: { is: 'found', section: suggestionsSection(found) } }
  return { ok: false, why: errors.trim() || 'Cannot suggest: the program that looks for lines ended without a word' }
}

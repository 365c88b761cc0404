import type { DomainEvent } from '../core/event.ts'
import type { NumberedLine } from '../replay/read-journal.ts'
import { alteration } from '../replay/read-journal.ts'

/** A command that the work of an earlier night needed. */
export interface NeededCommand {
  command: string
  /** As it was asked for, the last time; null where OpenCode never asked. */
  asked: Extract<DomainEvent, { type: 'permission.asked' }> | null
  times: number
  /** The nights that needed it, by root. */
  roots: ReadonlySet<string>
}

export interface NeededFold {
  take: (root: string, title: string, lines: readonly NumberedLine[]) => void
  done: () => { commands: NeededCommand[]; nights: NightWords[] }
}

/** What a night was about, in words. */
export interface NightWords {
  root: string
  words: ReadonlySet<string>
}

/** Collects the commands of nights, and what the user wanted in them. */
export function foldNeeded(): NeededFold {
  const commands = new Map<string, NeededCommand>()
  const nights: NightWords[] = []

  function need(command: string, root: string, asked: NeededCommand['asked']): void {
    const before = commands.get(command)
    commands.set(command, {
      command,
      asked: asked ?? before?.asked ?? null,
      times: (before?.times ?? 0) + 1,
      roots: new Set([...(before?.roots ?? []), root]),
    })
  }

  return {
    take: (root, title, lines) => {
      const texts = [title]
      for (const { line } of lines) {
        if (line.line !== 'decision') continue
        const { event } = line
        if (event.type === 'user.wrote') texts.push(event.text)
        const command = commandIn(event)
        if (command === null || alteration(command) !== null) continue
        need(command, root, event.type === 'permission.asked' ? event : null)
      }
      nights.push({ root, words: wordsOf(texts.join('\n')) })
    },
    done: () => ({ commands: [...commands.values()], nights }),
  }
}

function commandIn(event: DomainEvent): string | null {
  switch (event.type) {
    case 'permission.asked':
      return event.permission === 'bash' ? event.command : null
    // A call that was asked for comes as both.
    case 'tool.finished':
      return event.command
    default:
      return null
  }
}

/** Words of fewer letters say nothing of a task. */
const shortest = 4

const wordsOf = (text: string): Set<string> =>
  new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= shortest))

/** The nights that have a word of the task; all, where none has. */
export function nightsLike(task: string, nights: readonly NightWords[]): { roots: Set<string>; isLike: boolean } {
  const wanted = wordsOf(task)
  const alike = nights.filter(({ words }) => [...wanted].some((word) => words.has(word)))
  const chosen = alike.length > 0 ? alike : nights
  return { roots: new Set(chosen.map(({ root }) => root)), isLike: alike.length > 0 }
}

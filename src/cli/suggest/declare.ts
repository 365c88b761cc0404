import type { Command } from 'commander'
import type { CommandIo } from '../io/io.ts'
import { wholeNumbers } from '../io/numbers.ts'
import { onlyAPerson } from '../person/only-a-person.ts'
import type { SuggestOptions } from './suggest.ts'

/** Adds the command to a program; `done` hears its exit code. */
export function declareSuggest(program: Command, io: CommandIo, done: (code: number) => void): void {
  program
    .command('suggest')
    .description(
      'say which lines would have spared refusals of earlier nights, tried on them, and write those you choose',
    )
    .option('--since <time>', 'of nights since a clock time (18:00), a date (2026-02-12) or for a length of time (30d)')
    .option('--all', 'of all nights; without it and --since of the newest with 20,000 lines together')
    .option('--json', 'as JSON')
    .option(
      '--write <number...>',
      'shows what these change in your policy, asks, and writes it with their cases',
      wholeNumbers,
    )
    .option('--yes', 'writes without asking')
    .option(
      '--before <task>',
      'a task in words, or a file: what of the commands that nights like it needed would be refused',
    )
    .action(async (options: SuggestOptions) => {
      const { suggestCommand } = await import('./suggest.ts')
      const run = (): Promise<number> => suggestCommand(options, io)
      done(options.write === undefined ? await run() : await onlyAPerson('suggest --write', io, run))
    })
}

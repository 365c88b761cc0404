import type { Command } from 'commander'
import type { CommandIo } from '../io/io.ts'
import type { MorningOptions } from '../morning/morning.ts'
import type { NightReportOptions } from './night-report.ts'
import { portNumber } from '../io/numbers.ts'
import { onlyAPerson } from '../person/only-a-person.ts'

/** What tells of the nights; `end` takes the exit code. */
export function reportCommands(program: Command, io: CommandIo, end: (code: number) => void): void {
  const report = async (sessions: string[], options: NightReportOptions): Promise<void> => {
    const { nightReportCommand } = await import('./night-report.ts')
    end(nightReportCommand(sessions, options, io))
  }

  program
    .command('report')
    .description('say what became of the last night: outcome, files, what was refused, what waits for you')
    .argument('[sessions...]', 'ids of sessions of this project; without them those at work since 18:00')
    .option('--since <time>', 'since a clock time (18:00), a date (2026-02-12) or for a length of time (12h)')
    .option('--all', 'all nights of this project')
    .option('--md', 'as Markdown')
    .option('--json', 'as JSON, by schema/report.schema.json')
    .option('--html <file>', 'as one page in a file, which needs no script and no network')
    .action(report)

  program
    .command('morning')
    .description('open the same as a page in the browser, where what waits for you is answered')
    .argument('[sessions...]', 'ids of sessions of this project; without them those at work since 18:00')
    .option('--since <time>', 'since a clock time (18:00), a date (2026-02-12) or for a length of time (12h)')
    .option('--all', 'all nights of this project')
    .option('--port <number>', 'the port of 127.0.0.1 to serve it on; without it one that is free', portNumber)
    .option('--no-open', 'only name the address')
    .option('--html <file>', 'write it into a file instead, as report --html does')
    .action(async (sessions: string[], { html, ...options }: MorningOptions & { html?: string }) => {
      if (html !== undefined) return report(sessions, { ...options, html })
      const { morningCommand } = await import('../morning/morning.ts')
      end(await onlyAPerson('open the morning', io, () => morningCommand(sessions, options, io)))
    })
}

import type { Command } from 'commander'
import type { AnswerOptions } from './answer.ts'
import type { GrantsOptions } from './grants.ts'
import type { CommandIo } from '../io/io.ts'
import { onlyAPerson } from '../person/only-a-person.ts'

/** What a person says and has said: `answer`, and `grants` with the command below it; `ended` takes the exit code. */
export function answerCommands(program: Command, io: CommandIo, ended: (code: number) => void): void {
  program
    .command('answer')
    .description('show what waits for you in the nights of this project, or answer one entry of them')
    .argument('[id]', 'the id of an entry, such as b2; without it all are shown')
    .argument('[answer...]', 'your answer')
    .option('--skip', 'put the entry off instead')
    .option('--skipped', 'show those that were put off too')
    .option('--json', 'show them as JSON')
    .option('--allow <reach>', 'let a refused request be tried again: once, or in this project')
    .option('--never', 'the refused request is never allowed')
    .option('--go-on', 'send the sessions on their way that rest since you answered')
    .option('--by <name>', 'who answers, shown with the answer')
    .action(async (id: string | undefined, words: string[], options: AnswerOptions) => {
      const { answerCommand } = await import('./answer.ts')
      const run = (): number => answerCommand(id, words, options, io)
      const isReading = id === undefined && options.goOn !== true
      ended(isReading ? run() : await onlyAPerson(`answer ${id ?? '--go-on'}`, io, run))
    })

  const grants = program
    .command('grants')
    .description('show what you have allowed or forbidden in this project by your decisions')
    .option('--json', 'as JSON')
    .action(async (options: GrantsOptions) => {
      const { grantsCommand } = await import('./grants.ts')
      ended(grantsCommand(options, io))
    })
  grants
    .command('revoke')
    .description('take one of them back')
    .argument('<number>', 'its number, as `grants` shows it')
    .action(async (number: string) => {
      const { grantsCommand } = await import('./grants.ts')
      const options: GrantsOptions = { ...grants.opts(), revoke: number }
      ended(await onlyAPerson(`grants revoke ${number}`, io, () => grantsCommand(options, io)))
    })
}

import type { Command } from 'commander'
import type { CommandIo } from './io.ts'
import { onlyAPerson } from './person/only-a-person.ts'

/** Adds `grants` and the command below it; `ended` hears the exit code. */
export function addGrants(program: Command, io: CommandIo, ended: (code: number) => void): void {
  const grants = program
    .command('grants')
    .description('show what you have allowed or forbidden in this project by your decisions')
    .action(async () => {
      const { grantsCommand } = await import('./grants.ts')
      ended(grantsCommand(undefined, io))
    })
  grants
    .command('revoke')
    .description('take one of them back')
    .argument('<number>', 'its number, as `grants` shows it')
    .action(async (number: string) => {
      const { grantsCommand } = await import('./grants.ts')
      ended(await onlyAPerson(`grants revoke ${number}`, io, () => grantsCommand(number, io)))
    })
}

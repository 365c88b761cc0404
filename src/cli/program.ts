import { Command, CommanderError } from 'commander'
import { type CommandIo, exit } from './io.ts'

/** Runs one command line and gives its exit code. The commands are loaded only when they are asked for. */
export async function runProgram(words: readonly string[], version: string, io: CommandIo): Promise<number> {
  let code: number = exit.clean
  const program = new Command('opencode-diverter')
    .description('Checks and tests the policies of unattended OpenCode sessions.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: io.write, writeErr: io.writeError })

  program
    .command('lint')
    .description('check policies, project configs and cases')
    .argument('[files...]', 'files, or folders with *.yaml; without them the policies of the project')
    .action(async (files: string[]) => {
      const { lintCommand } = await import('./lint.ts')
      code = lintCommand(files, io)
    })

  program
    .command('test')
    .description('run cases and compare them with their golden files')
    .argument('[files...]', 'case files, or folders with them')
    .option('-u, --update', 'write the golden files anew')
    .option('--coverage', 'say which rules no case matched')
    .action(async (files: string[], options: { update?: boolean; coverage?: boolean }) => {
      const { testCommand } = await import('./test.ts')
      code = await testCommand(files, options, io)
    })

  program
    .command('schema')
    .description('write the JSON Schemas for editors into schema/')
    .option('--check', 'only say whether they are up to date')
    .action(async (options: { check?: boolean }) => {
      const { schemaCommand } = await import('./schema.ts')
      code = schemaCommand(options, io)
    })

  try {
    await program.parseAsync(['node', 'opencode-diverter', ...words])
    return code
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exit.clean : exit.usage
  }
}

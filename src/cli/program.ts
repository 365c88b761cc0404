import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { type CommandIo, exit } from './io.ts'
import type { TestOptions } from './test.ts'
import type { LintOptions } from './lint.ts'
import { formatNames } from './report/formats.ts'

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
    .addOption(new Option('--format <name>', 'how the findings are written').choices(formatNames).default('text'))
    .option('--max-warnings <number>', 'how many warnings are still clean', wholeNumber, 0)
    .option('--stdin', 'read one file from the standard input')
    .option('--stdin-filename <name>', 'the name of that file, which what it refers to is relative to')
    .action(async (files: string[], options: LintOptions) => {
      const { lintCommand } = await import('./lint.ts')
      code = lintCommand(files, io, { ...options, version })
    })

  program
    .command('test')
    .description('run cases and compare them with their golden files')
    .argument('[files...]', 'case files, or folders with them')
    .option('-u, --update', 'write the golden files anew')
    .option('--coverage', 'say what of the policies no case exercises: rules, conditions, ways of workflows, modes')
    .option('--min <percent>', 'fail if less than this is covered', percent)
    .option('--filter <text>', 'only cases with this in their name or file')
    .option('--junit <file>', 'write a JUnit report')
    .option('--watch', 'run again at every change')
    .action(async (files: string[], options: TestOptions & { watch?: boolean }) => {
      const { testCommand } = await import('./test.ts')
      const run = (): void => {
        code = testCommand(files, options, io)
      }
      if (options.watch !== true) return run()
      const { watchAndRun } = await import('./test/watch.ts')
      await watchAndRun(files, io.cwd, run, new AbortController().signal)
    })

  program
    .command('init')
    .description("begin a project's own policy, with a case and a CI workflow")
    .action(async () => {
      const { initCommand } = await import('./init.ts')
      code = await initCommand(io)
    })

  program
    .command('show')
    .description('show a policy after all its layers')
    .argument('<policy>', 'a file, a name such as builtin:guard, or the name of a policy of the project')
    .option('--expanded', 'the whole as one file that decides the same, a workflow written out')
    .action(async (policy: string, options: { expanded?: boolean }) => {
      const { showCommand } = await import('./show.ts')
      code = showCommand(policy, options, io)
    })

  program
    .command('graph')
    .description('draw the workflow of a policy as a Mermaid state diagram')
    .argument('<policy>', 'a file, a name such as builtin:phases, or the name of a policy of the project')
    .action(async (policy: string) => {
      const { graphCommand } = await import('./graph.ts')
      code = graphCommand(policy, io)
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

function percent(given: string): number {
  if (/^\d{1,3}(\.\d+)?$/.test(given) && Number(given) <= 100) return Number(given)
  throw new InvalidArgumentError('A number from 0 to 100 is wanted.')
}

function wholeNumber(given: string): number {
  if (/^\d{1,9}$/.test(given)) return Number(given)
  throw new InvalidArgumentError('A whole number is wanted, 0 or more.')
}

import { Argument, Command, CommanderError, Option } from 'commander'
import { answerCommands } from './answer/answer-commands.ts'
import { type Shell, shells } from './completion/shells.ts'
import type { ContextOptions } from './context.ts'
import type { DoctorOptions } from './doctor/doctor.ts'
import type { ExplainOptions } from './explain.ts'
import { type CommandIo, exit } from './io/io.ts'
import type { LintOptions } from './lint.ts'
import type { NotifyOptions } from './notify.ts'
import { percent, wholeNumber } from './io/numbers.ts'
import { harmless } from './io/output.ts'
import { onlyAPerson } from './person/only-a-person.ts'
import type { PageOptions } from './page.ts'
import type { PruneOptions } from './prune.ts'
import type { RecordOptions } from './record.ts'
import type { ReplayCommandOptions } from './replay.ts'
import { formatNames } from './lint-report/formats.ts'
import { reportCommands } from './night/report-commands.ts'
import type { ShowOptions } from './show.ts'
import { declareSuggest } from './suggest/declare.ts'
import type { TestOptions } from './test.ts'
import type { TrustOptions } from './trust/trust.ts'

/** Runs one command line and gives its exit code. The commands are loaded only when they are asked for. */
export async function runProgram(words: readonly string[], version: string, given: CommandIo): Promise<number> {
  const io = harmless({ ...given, version })
  let code: number = exit.clean
  const program = new Command('opencode-diverter')
    .description('Checks and tests the policies of unattended OpenCode sessions.')
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.write(text), writeErr: (text) => io.writeError(text) })

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
    .option('--json', 'the results as JSON, and nothing else')
    .option('--watch', 'run again at every change')
    .action(async (files: string[], options: TestOptions & { watch?: boolean }) => {
      const { testCommand } = await import('./test.ts')
      const run = (): void => {
        code = testCommand(files, options, io)
      }
      if (options.watch !== true) return run()
      const { watchAndRun } = await import('./test/watch.ts')
      await watchAndRun(files, io.cwd, run, io.gone ?? new AbortController().signal)
    })

  program
    .command('init')
    .description("begin a project's own policy, with a case and a CI workflow")
    .action(async () => {
      const { initCommand } = await import('./init.ts')
      code = await onlyAPerson('begin a policy', io, () => initCommand(io))
    })

  program
    .command('migrate')
    .description('bring policies to the current version: a diff of the changes, unless they are written')
    .argument('[files...]', 'policies, or folders with *.yaml; without them the policies of the project')
    .option('--write', 'make the changes')
    .action(async (files: string[], options: { write?: boolean }) => {
      const { migrateCommand } = await import('./migrate.ts')
      const run = (): number => migrateCommand(files, options, io)
      code = options.write === true ? await onlyAPerson('write policies', io, run) : run()
    })

  program
    .command('show')
    .description('show a policy after all its layers')
    .argument('[policy]', 'a file, a name such as builtin:guard, or the name of a policy in force; without it all')
    .option('--expanded', 'the whole as one file that decides the same, a workflow written out')
    .option('--resolved', 'the whole after all layers, each value on a line')
    .option('--origin', 'the same with the file and line that each value comes from')
    .option('--json', 'the whole after all layers as JSON, a list of policies')
    .action(async (policy: string | undefined, options: ShowOptions) => {
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
    .command('explain')
    .description('explain how an event is decided: which rules listened, what was false, which verdict won')
    .argument(
      '[event]',
      'an event file, - for the standard input, or a line of a night as FILE.jsonl:LINE or SESSION:LINE',
    )
    .option('--journal <night>', 'a night: an export, or the id of a session')
    .option('--line <number>', 'a line of it', wholeNumber)
    .option('--policies <files...>', 'policies instead of those of the project or of the night')
    .option('--zone <name>', 'the time zone of the night')
    .addOption(new Option('--format <name>', 'how it is written').choices(['text', 'json']).default('text'))
    .action(async (event: string | undefined, options: ExplainOptions) => {
      const { explainCommand } = await import('./explain.ts')
      code = explainCommand(event, options, io)
    })

  program
    .command('context')
    .description('list with types what a condition and a text may use for an event')
    .argument('<event>', 'such as permission.asked')
    .option('--policies <files...>', 'policies instead of those of the project')
    .addOption(new Option('--format <name>', 'how it is written').choices(['text', 'json']).default('text'))
    .action(async (event: string, options: ContextOptions) => {
      const { contextCommand } = await import('./context.ts')
      code = contextCommand(event, options, io)
    })

  reportCommands(program, io, (ended) => {
    code = ended
  })

  declareSuggest(program, io, (found) => {
    code = found
  })

  program
    .command('replay')
    .description('decide a night again and say what would have been different')
    .argument('<night>', 'the id of a session of this project, or a file made by export')
    .option(
      '--against <files...>',
      "a project, a folder of policies or policy files; without it the night's own policies",
    )
    .option('--fail-on-difference', 'exit with 1 if a decision is different')
    .option('--zone <name>', 'the time zone of the night')
    .addOption(new Option('--format <name>', 'how it is written').choices(['text', 'json']).default('text'))
    .action(async (journal: string, options: ReplayCommandOptions) => {
      const { replayCommand } = await import('./replay.ts')
      code = replayCommand(journal, options, io)
    })

  program
    .command('record')
    .description('turn a piece of a night into a case, with secrets redacted')
    .argument('<night>', 'the id of a session of this project, or a file made by export')
    .argument('[session]', 'the session of the night that the case is about; without it the one that was named')
    .option('--from <line>', 'the first line of the night', wholeNumber)
    .option('--to <line>', 'the last line of the night', wholeNumber)
    .option('--out <file>', 'a new file; without it the case is printed')
    .action(async (journal: string, session: string | undefined, options: RecordOptions) => {
      const { recordCommand } = await import('./record.ts')
      code = recordCommand(journal, session ?? journal, options, io)
    })

  program
    .command('export')
    .description('write the whole night of a session as JSON Lines')
    .argument('<session>', 'the id of a session of this project')
    .action(async (session: string) => {
      const { exportCommand } = await import('./export.ts')
      code = exportCommand(session, io)
    })

  program
    .command('prune')
    .description('take the lines of old nights away, in all projects; their entries, answers and figures stay')
    .option('--older-than <age>', 'how old a night must be, such as 30d; without it what your config keeps, 90d')
    .option('--session <id>', 'only the night of this session, however old it is')
    .option('--dry-run', 'only say what would be taken')
    .action(async (options: PruneOptions) => {
      const { pruneCommand } = await import('./prune.ts')
      const run = (): Promise<number> => pruneCommand(options, io)
      code = options.dryRun === true ? await run() : await onlyAPerson('prune nights', io, run)
    })

  program
    .command('import')
    .description('take nights into the store: those that version 0.1 left in a project, or files made by export')
    .argument('[paths...]', 'projects or files; without them the project here')
    .action(async (paths: string[]) => {
      const { importCommand } = await import('./import.ts')
      code = await onlyAPerson('import nights', io, () => importCommand(paths, io))
    })

  answerCommands(program, io, (ended) => {
    code = ended
  })

  program
    .command('trust')
    .description(
      'trust what binds in this project, and what changed in your own config, as it is now; shows what is new',
    )
    .option('--show', 'only show it')
    .option('--revoke', 'trust nothing here any more')
    .action(async (options: TrustOptions) => {
      const { trustCommand } = await import('./trust/trust.ts')
      const run = (): number => trustCommand(options, io)
      code =
        options.show === true ? run() : await onlyAPerson(options.revoke === true ? 'trust --revoke' : 'trust', io, run)
    })

  program
    .command('page')
    .description('bring the page of this project to what the nights have, or write it fresh elsewhere')
    .option('--session <id>', 'only the tree of this session, with --out')
    .option('--out <file>', 'a file of its own, or - for the standard output')
    .action(async (options: PageOptions) => {
      const { pageCommand } = await import('./page.ts')
      code = pageCommand(options, io)
    })

  program
    .command('notify')
    .description('show by which outlets of your own config notices reach you while you are away')
    .option('--test', 'send a test notice by each and say whether it arrived')
    .action(async (options: NotifyOptions) => {
      const { notifyCommand } = await import('./notify.ts')
      code = await notifyCommand(options, io)
    })

  program
    .command('fault')
    .description('show a fault inside the plugin: where it was met, and the place in the source that it comes from')
    .argument('<id>', 'the id that a notice, the log or the status names, such as f3a9c2')
    .action(async (id: string) => {
      const { faultCommand } = await import('./fault.ts')
      code = faultCommand(id, io)
    })

  program
    .command('doctor')
    .description('say what is wrong with this installation, and what to do about it')
    .addOption(new Option('--format <name>', 'how it is written').choices(['text', 'json']).default('text'))
    .action(async (options: DoctorOptions) => {
      const { doctorCommand } = await import('./doctor/doctor.ts')
      code = await doctorCommand(options, io)
    })

  program
    .command('completion')
    .description('write what completes this program in a shell: eval "$(opencode-diverter completion bash)"')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .action(async (shell: Shell) => {
      const { completionText } = await import('./completion/completion.ts')
      io.write(completionText(shell, program))
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
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.clean : exit.usage
    const { unexpected } = await import('./fault/unexpected.ts')
    return unexpected(error, io)
  }
}

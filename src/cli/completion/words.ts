import type { Command } from 'commander'

/** A command line as a shell may complete it. */
export interface ProgramWords {
  name: string
  commands: CommandWords[]
}

export interface CommandWords {
  name: string
  description: string
  options: OptionWords[]
  /** Words that may stand behind it: commands below it, or what its argument may be. */
  words: string[]
}

export interface OptionWords {
  /** With its dashes. */
  long: string
  description: string
  /** Null for a switch; else what may follow, empty where anything may. */
  values: string[] | null
}

/** All that a program has said of itself. */
export const wordsOf = (program: Command): ProgramWords => ({
  name: program.name(),
  commands: program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: command.options.flatMap(({ long, description, argChoices, required, optional }) =>
      long ? [{ long, description, values: required || optional ? (argChoices ?? []) : null }] : [],
    ),
    words: [
      ...command.commands.map((below) => below.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ],
  })),
})

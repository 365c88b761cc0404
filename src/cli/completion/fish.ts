import type { ProgramWords } from './words.ts'

export function fish({ name, commands }: ProgramWords): string {
  const lines = commands.flatMap((command) => {
    const behind = `complete -c ${name} -n ${quoted(`__fish_seen_subcommand_from ${command.name}`)}`
    return [
      `complete -c ${name} -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.description)}`,
      ...(command.words.length === 0 ? [] : [`${behind} -f -a ${quoted(command.words.join(' '))}`]),
      ...command.options.map(({ long, description, values }) => {
        const value = values === null ? '' : values.length === 0 ? ' -r' : ` -x -a ${quoted(values.join(' '))}`
        return `${behind} -l ${long.slice(2)}${value} -d ${quoted(description)}`
      }),
    ]
  })
  return `${lines.join('\n')}\n`
}

const quoted = (text: string): string => `'${text.replace(/['\\]/g, (sign) => `\\${sign}`)}'`

import type { ProgramWords } from './words.ts'

/** Where nothing of ours fits, bash completes files. */
export function bash({ name, commands }: ProgramWords): string {
  const call = name.replaceAll('-', '_')
  const values = commands.flatMap((command) =>
    command.options.flatMap(({ long, values }) =>
      values === null || values.length === 0 ? [] : [`    ${command.name}:${long}) words="${values.join(' ')}" ;;`],
    ),
  )
  return `_${call}() {
  local words="" last="\${COMP_WORDS[COMP_CWORD-1]}"
  case "\${COMP_WORDS[1]}" in
${commands.map(({ name, options, words }) => `    ${name}) words="${[...words, ...options.map(({ long }) => long)].join(' ')}" ;;`).join('\n')}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map((command) => command.name).join(' ')} --version --help"
  case "\${COMP_WORDS[1]}:$last" in
${values.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${call} ${name}
`
}

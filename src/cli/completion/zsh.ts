import type { OptionWords, ProgramWords } from './words.ts'

export function zsh({ name, commands }: ProgramWords): string {
  const call = name.replaceAll('-', '_')
  const described = commands.map((command) => `    ${quoted(`${command.name}:${command.description}`)}`)
  const each = commands.map(({ name, options, words }) => {
    const behind = words.length === 0 ? "'*:file:_files'" : `'*:word:(${words.join(' ')})'`
    return `    ${name}) _arguments ${[...options.map(specOf), behind].join(' ')} ;;`
  })
  return `#compdef ${name}
_${call}() {
  local -a commands=(
${described.join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
${each.join('\n')}
  esac
}
compdef _${call} ${name}
`
}

/** Brackets and colons part what stands in a description. */
function specOf({ long, description, values }: OptionWords): string {
  const said = description.replace(/[[\]:\\]/g, (sign) => `\\${sign}`)
  const value = values === null ? '' : `:value:${values.length === 0 ? '_files' : `(${values.join(' ')})`}`
  return quoted(`${long}[${said}]${value}`)
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

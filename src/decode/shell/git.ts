import type { Given } from './path.ts'

/** Lines that git gives to a shell: by a setting, an option or words behind a subcommand. */
export function linesOfGit(given: readonly Given[]): string[] {
  const values = given.map(({ forms }) => forms[0] ?? '')
  const settings = values.flatMap((value, at) => (values[at - 1] === '-c' ? value.replace(/^[^=]*=/, '') : []))
  const at = values.findIndex((value, place) => !value.startsWith('-') && !/^-[cC]$/.test(values[place - 1] ?? ''))
  const rest = values.slice(at + 1)
  return [...settings, ...ranBy(values[at] ?? '', rest)].map((line) => line.replace(/^!/, ''))
}

const running =
  /^(?:(?:-[xOu]|--(?:exec|extcmd|upload-pack|receive-pack|open-files-in-pager|[a-z]+-filter)=)(.+)|-[xu]|--(?:exec|extcmd|upload-pack|receive-pack|[a-z]+-filter))$/

function ranBy(subcommand: string, rest: readonly string[]): string[] {
  const run = rest.findIndex((value) => value === 'run' || value === 'foreach')
  if ((subcommand === 'bisect' || subcommand === 'submodule') && run >= 0)
    return [
      rest
        .slice(run + 1)
        .filter((value, at) => at > 0 || !value.startsWith('--'))
        .join(' '),
    ]
  // Which settings are lines is git's to know; one that is none names nothing.
  if (subcommand === 'config') return rest.filter((value) => /^!|\s/.test(value))
  if (!/^(?:grep|rebase|difftool|filter-branch|clone|fetch|pull|push|ls-remote)$/.test(subcommand)) return []
  return rest.flatMap((value, at) => {
    // A helper of git runs what is behind it.
    const helped = /^ext::(.*)$/is.exec(value)?.[1]
    if (helped !== undefined) return [helped]
    const [found, attached] = running.exec(value) ?? []
    return found === undefined ? [] : [attached ?? rest[at + 1] ?? '']
  })
}

/** Variables whose values programs such as git run. */
export const runningVariable =
  /^(?:\w*_COMMAND|\w*PAGER|\w*EDITOR|VISUAL|BROWSER|\w*ASKPASS|LESSOPEN|LESSCLOSE|PS4|ENV|MAKEFLAGS|GIT_EXTERNAL_DIFF|GIT_SSH|GIT_CONFIG_PARAMETERS|GIT_CONFIG_VALUE_\d+|BASH_ENV)$/

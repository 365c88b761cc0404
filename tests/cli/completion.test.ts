import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'

async function run(...words: string[]) {
  const seen = { output: '', errors: '' }
  const code = await runProgram(words, '0.1.0', {
    cwd: '.',
    color: false,
    write: (text) => {
      seen.output += text
    },
    writeError: (text) => {
      seen.errors += text
    },
  })
  return { code, ...seen }
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'completion-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What bash offers behind these words, of which the last one is begun. */
async function offered(...words: string[]): Promise<string[]> {
  const script = join(folder, 'completion.bash')
  writeFileSync(script, (await run('completion', 'bash')).output)
  const line = ['opencode-diverter', ...words].map((word) => `'${word}'`).join(' ')
  const ask = `source '${script}'; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _opencode_diverter; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', ask], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

describe('a shell completes', () => {
  it.each([
    ['commands', ['re'], ['report', 'replay', 'record']],
    ['the version', ['--v'], ['--version']],
    ['options', ['answer', '--'], ['--skip', '--skipped', '--allow', '--never', '--go-on', '--by', '--json']],
    ['values of an option', ['lint', '--format', 'j'], ['json', 'junit']],
    ['commands below a command', ['grants', 're'], ['revoke']],
    ['what an argument may be', ['completion', ''], ['bash', 'zsh', 'fish']],
    ['files, by itself, where we know nothing', ['lint', 'polic'], []],
  ])('in bash %s', async (_, words, wanted) => {
    expect((await offered(...words)).sort()).toEqual([...wanted].sort())
  })

  it('in zsh commands with what they do, options and their values', async () => {
    const { code, output } = await run('completion', 'zsh')
    expect(code).toBe(0)
    expect(output).toContain('#compdef opencode-diverter\n')
    expect(output).toContain("    'lint:check policies, project configs and cases'\n")
    expect(output).toContain("'--format[how the findings are written]:value:(")
    expect(output).toContain("    completion) _arguments '*:word:(bash zsh fish)' ;;\n")
  })

  it('in fish commands with what they do, options and their values', async () => {
    const { output } = await run('completion', 'fish')
    expect(output).toContain(
      "complete -c opencode-diverter -n __fish_use_subcommand -f -a lint -d 'check policies, project configs and cases'\n",
    )
    expect(output).toContain("-n '__fish_seen_subcommand_from answer' -l skip -d 'put the entry off instead'\n")
    expect(output).toContain("-n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n")
    expect(output).toContain(`-d 'begin a project\\'s own policy`)
  })

  it('in no shell that nobody wrote it for', async () => {
    expect(await run('completion', 'cmd')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('bash, zsh, fish'),
    })
  })
})

it('--version says the version', async () => {
  expect(await run('--version')).toEqual({ code: 0, output: '0.1.0\n', errors: '' })
})

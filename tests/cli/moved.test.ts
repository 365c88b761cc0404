import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runProgram } from '../../src/cli/program.ts'
import { lines, value } from '../store/bench.ts'
import { openUserStore } from '../../src/runtime/files/user-store.ts'
import { placeOf } from '../support/folder-store.ts'
import { memoryIo } from '../support/memory-io.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'diverter-moved-')))
  for (const name of ['app', 'other']) {
    mkdirSync(join(root, name))
    const store = value(openUserStore(placeOf(root), 'before'))
    value(value(store.project(join(root, name))).commit(lines({ n: 1 })))
    value(store.close())
  }
})
afterEach(() => rmSync(root, { recursive: true }))

async function run(folder: string, ...words: string[]): Promise<string> {
  const io = { ...memoryIo(join(root, folder)), place: placeOf(root) }
  await runProgram(words, '0.1.0', io)
  return io.errors()
}

const gone = () =>
  `The store has nights of ${join(root, 'app')}, which is gone. Nights, answers and grants stay with the folder that they began in: if it was moved or renamed to here, they are there again once it is back\n`

test.each([['answer'], ['grants'], ['page'], ['report']])(
  '%s in a folder that was renamed or moved says where its nights are',
  async (command) => {
    renameSync(join(root, 'app'), join(root, 'renamed'))
    expect(await run('renamed', command)).toContain(gone())
    mkdirSync(join(root, 'elsewhere'))
    renameSync(join(root, 'renamed'), join(root, 'elsewhere/app'))
    expect(await run('elsewhere/app', command)).toContain(gone())
    // Neither name nor place are those of the folder that is gone.
    mkdirSync(join(root, 'elsewhere/stranger'))
    expect(await run('elsewhere/stranger', command)).not.toContain('is gone')
  },
)

test('nothing is said of a folder that is there, nor where there are nights', async () => {
  mkdirSync(join(root, 'third'))
  expect(await run('third', 'answer')).toBe('')
  renameSync(join(root, 'app'), join(root, 'renamed'))
  expect(await run('other', 'answer')).toBe('')
})

test('a page of ours without nights here says which store was looked at', async () => {
  const strange = `blockers.md tells of nights that ${placeOf(root).database} does not have: look whether OPENCODE_DIVERTER_STATE, XDG_STATE_HOME and HOME are the same here as where OpenCode runs. A page that came with a clone tells of the nights of others\n`
  const page = '- [ ] Push it? (b1)\n\n<!-- opencode-diverter 1-0: leave this line -->\n'
  const put = (folder: string, text: string) => {
    mkdirSync(join(root, folder))
    writeFileSync(join(root, folder, 'blockers.md'), text)
  }
  put('strange', page)
  for (const command of ['answer', 'grants', 'page', 'report']) expect(await run('strange', command)).toContain(strange)
  put('own', '# Blockers of our team\n')
  expect(await run('own', 'answer')).toBe('')
  mkdirSync(join(root, 'linked'))
  symlinkSync(join(root, 'strange/blockers.md'), join(root, 'linked/blockers.md'))
  expect(await run('linked', 'answer')).toBe('')
  rmSync(placeOf(root).folder, { recursive: true })
  expect(await run('strange', 'answer')).toBe(strange)
})

test('nights that version 0.1 left are named until they are taken in', async () => {
  const journal = join(root, 'old/.opencode/diverter/journal')
  mkdirSync(journal, { recursive: true })
  const left = `Version 0.1 left nights in ${journal}, or a clone brought them: look at them, then run npx opencode-diverter import\n`
  for (const command of ['answer', 'page', 'report', 'suggest']) expect(await run('old', command)).toContain(left)
  const store = value(openUserStore(placeOf(root), 'after'))
  value(value(store.project(join(root, 'old'))).commit(lines({ n: 1 })))
  value(store.close())
  expect(await run('old', 'answer')).toBe('')
})

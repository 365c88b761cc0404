import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The store of all tests lies in a folder of theirs, never in that of the person who runs them. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-state-'))
  process.env['OPENCODE_DIVERTER_STATE'] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

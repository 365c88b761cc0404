import { createRuntime } from '../../../src/runtime/create-runtime.ts'
import { digest } from '../../../src/runtime/files/node-digest.ts'
import { nodeFiles } from '../../../src/runtime/files/node-files.ts'
import type { HostPort } from '../../../src/runtime/ports.ts'
import { lockFile } from '../../../src/runtime/project-file/lock.ts'
import { systemClock } from '../../../src/runtime/time/system-clock.ts'
import { folderStore } from '../../support/folder-store.ts'
import { graphFile, graphPolicies } from './graph.ts'

const done = Promise.resolve({ ok: true } as const)
const host: HostPort = {
  answer: () => done,
  prompt: () => done,
  notify: (_session, text) => process.stderr.write(`${text}\n`),
  abort: () => done,
  log: (_level, message) => process.stderr.write(`${message}\n`),
}

/** A process of its own: `write FOLDER NAME COUNT` remembers COUNT things, `die FOLDER` is killed with the lock in its hands. */
export async function main([what, folder = '', name = '', count = '0']: string[]): Promise<number> {
  if (what === 'die') {
    lockFile(`${folder}/${graphFile}`, 5000)
    process.kill(process.pid, 'SIGKILL')
  }
  const store = folderStore(folder, name)
  const ports = { clock: systemClock(), files: nodeFiles(), store, host, digest, process: name }
  const policies = graphPolicies()
  const runtime = createRuntime(ports, { directory: folder, mode: 'serve', policies: () => policies })
  const session = Object.assign(runtime.session(name), { parent: null })
  for (let number = 1; number <= Number(count); number++) {
    runtime.handle(session, { type: 'command.run', name: 'note', action: `${name}-${number}`, text: '' })
  }
  runtime.close()
  return 0
}

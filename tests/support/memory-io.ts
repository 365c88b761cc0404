import type { CommandIo } from '../../src/cli/io/io.ts'
import { placeOf } from './folder-store.ts'

/** A command's surroundings that keep what it writes. */
export function memoryIo(cwd: string): CommandIo & { output: () => string; errors: () => string } {
  const written: string[] = []
  const errors: string[] = []
  return {
    cwd,
    place: placeOf(cwd),
    color: false,
    write: (text) => {
      written.push(text)
    },
    writeError: (text) => {
      errors.push(text)
    },
    output: () => written.join(''),
    errors: () => errors.join(''),
  }
}

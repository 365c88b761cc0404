import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { endOf, openOutput } from '../../src/cli/output.ts'

function stream() {
  const written: string[] = []
  return Object.assign(new EventEmitter(), {
    written,
    write: (text: string) => written.push(text) > 0,
    break: function (this: EventEmitter, code: string) {
      this.emit('error', Object.assign(new Error(`write ${code}`), { code }))
    },
  })
}

test('a reader that leaves ends the output, and is no problem', () => {
  const [standard, errors] = [stream(), stream()]
  const output = openOutput(standard as never, errors as never)
  output.write('a')
  standard.break('EPIPE')
  output.write('b')
  output.writeError('c')
  expect([standard.written, errors.written, output.gone.aborted, output.problem()]).toEqual([['a'], ['c'], true, null])
  errors.break('EPIPE')
  output.writeError('d')
  expect([errors.written, output.problem()]).toEqual([['c'], null])
})

test('output that is lost is a problem', () => {
  const [standard, errors] = [stream(), stream()]
  const output = openOutput(standard as never, errors as never)
  expect(endOf(output, 1)).toBe(1)
  standard.break('ENOSPC')
  expect(output.problem()).toBe('the disk is full, ENOSPC')
  expect(endOf(output, 0)).toBe(3)
  expect(errors.written).toEqual(['Cannot write all of the output: the disk is full, ENOSPC\n'])
})

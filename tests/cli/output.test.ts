import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { jsonText } from '../../src/cli/io/json-text.ts'
import { endOf, harmless, openOutput } from '../../src/cli/io/output.ts'

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

const hostile = 'a\u001b[31mb\u001b[2Jc\rd\u202ee\u009bf\r\n'
const shown = 'a\\x1b[31mb\\x1b[2Jc\\rd\\u202ee\\x9bf\r\n'

test('what a person reads acts on no terminal, colours of ours do, and data are whole for another program', () => {
  const written: string[] = []
  const write = (text: string): void => void written.push(text)
  const io = harmless({ cwd: '.', color: true, write, writeError: write })
  io.write(hostile)
  io.writeError(hostile)
  io.write(`\u001b[31m\u001b[2Jred\u001b[39m`, 'painted')
  io.write(hostile, 'data')
  harmless({ ...io, isTerminal: true }).write(hostile, 'data')
  expect(written).toEqual([shown, shown, '\u001b[31m\\x1b[2Jred\u001b[39m', hostile, shown])
})

test('JSON says the same and shows what nobody could see', () => {
  const value = { [hostile]: [hostile, '\u{e0041}', 'é 👩‍🔬', '\ud800', 7, null] }
  const text = jsonText(value)
  expect(JSON.parse(text)).toEqual(value)
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
})

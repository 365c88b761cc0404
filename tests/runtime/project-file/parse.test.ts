import { describe, expect, it } from 'vitest'
import { parseProject } from '../../../src/runtime/project-file/parse.ts'
import { graphFile, graphPolicies } from './graph.ts'

const parse = (text: string | null) => parseProject(graphFile, text, graphPolicies().set.policies)

describe('a project file as text', () => {
  it.each([null, '', '  \n', '\uFEFF', '\uFEFF \r\n'])('is absent when there is nothing in it: %j', (text) => {
    expect(parse(text)).toEqual({ status: 'absent', problem: null, file: graphFile, data: null })
  })

  it('keeps keys that no policy knows', () => {
    const { status, data } = parse('{"current_state":"two","title":"X","tasks":[{"id":1}]}')
    expect(status).toBe('ok')
    expect(data).toEqual({ current_state: 'two', title: 'X', tasks: [{ id: 1 }] })
  })

  it('is read with a byte order mark and with the line breaks of Windows', () => {
    expect(parse('\uFEFF{\r\n  "current_state": "two"\r\n}\r\n').data).toEqual({ current_state: 'two' })
  })

  it.each([
    ['{"current_state":"tw', 'is not valid JSON', 'mend the text, or remove the file'],
    ['{} {}', 'is not valid JSON', 'mend the text'],
    ['null', 'holds null', 'a map in { } is wanted'],
    ['[]', 'holds a list', 'a map in { } is wanted'],
    ['"two"', 'holds a string', 'a map in { } is wanted'],
    ['{"current_state":"twoo"}', '"current_state" is "twoo"', 'allowed are one, two, three'],
    ['{"current_state":2}', '"current_state" is 2', 'allowed are one, two, three'],
    ['{"artifacts":[]}', '"artifacts" is []', 'a map is wanted'],
    ['{"seen":"all"}', '"seen" is "all"', 'a list is wanted'],
    ['{"tasks":{}}', '"tasks" is {}', 'a list is wanted'],
    ['{"total":"3"}', '"total" is "3"', 'a number is wanted'],
  ])('is broken as %j, and says what is wrong and how to repair it', (text, wrong, repair) => {
    const { status, problem, data } = parse(text)
    expect(status).toBe('broken')
    expect(data).toBeNull()
    expect(problem).toContain(graphFile)
    expect(problem).toContain(wrong)
    expect(problem).toContain(repair)
  })

  it('takes null for a key that is not there', () => {
    expect(parse('{"current_state":null,"artifacts":null}').status).toBe('ok')
  })

  it('does not take inherited names for keys', () => {
    expect(parse('{"constructor":1,"toString":2}').status).toBe('ok')
  })
})

import { describe, expect, it } from 'vitest'
import { memoryFiles } from '../../../src/rehearse/memory-files.ts'
import { FileFailure } from '../../../src/runtime/ports.ts'
import { project } from '../stage.ts'
import { graphFile, graphPath, graphStage, run, seenBy } from './graph.ts'

const keysIn = (text: string | null): unknown => JSON.parse(text ?? 'null')

describe('memory in a project file', () => {
  it('is absent until something is remembered, and then a file', () => {
    const stage = graphStage()
    expect(seenBy(stage)).toBe('absent one')
    run(stage, 'move', 'one')
    expect(keysIn(stage.files.read(graphPath))).toEqual({ current_state: 'one' })
    expect(seenBy(stage)).toBe('ok one')
  })

  it('leaves the keys of others as they are', () => {
    const stage = graphStage()
    const others = { title: 'X', nested: { a: [1, null] }, tasks: [{ id: 1 }] }
    stage.files.replace(graphPath, JSON.stringify({ ...others, current_state: 'one' }))
    run(stage, 'move', 'two')
    run(stage, 'note', 'a')
    expect(keysIn(stage.files.read(graphPath))).toEqual({ ...others, current_state: 'two', seen: ['a'], total: 1 })
  })

  it('is read anew for every event, so that an edit by hand counts at once', () => {
    const stage = graphStage()
    run(stage, 'move', 'two')
    stage.files.replace(graphPath, '{"current_state":"three"}')
    expect(seenBy(stage)).toBe('ok three')
  })

  it('decides again under the lock if another process wrote in between', () => {
    const files = memoryFiles()
    let stolen = false
    const lock = (path: string): (() => void) => {
      if (!stolen && path === graphPath) {
        stolen = true
        files.replace(graphPath, '{"seen":["theirs"],"total":1}')
      }
      return () => undefined
    }
    const stage = graphStage({ files: { ...files, lock } })
    expect(run(stage, 'note', 'ours')).toBe('2')
    expect(keysIn(files.read(graphPath))).toEqual({ seen: ['theirs', 'ours'], total: 2 })
  })

  it('is never changed while it is broken, and says what to repair', () => {
    const stage = graphStage()
    stage.files.replace(graphPath, '{"current_state":')
    expect(seenBy(stage)).toContain('broken one .opencode/state/graph.json: it is not valid JSON')
    const { verdict } = stage.send('S1', 'skill.requested', { skill: 'enter' })
    expect(verdict).toMatchObject({ outcome: 'deny' })
    expect(stage.files.read(graphPath)).toBe('{"current_state":')
  })

  it('refuses in words what it cannot remember because another process holds the lock', () => {
    const files = memoryFiles()
    const lock = (): never => {
      throw new FileFailure('LOCKED', 'Cannot lock graph.json: another process holds graph.json.lock')
    }
    const stage = graphStage({ files: { ...files, lock } })
    const { verdict } = stage.send('S1', 'skill.requested', { skill: 'enter' })
    expect(verdict).toMatchObject({ outcome: 'deny' })
    expect('reason' in verdict && verdict.reason).toContain('another process holds graph.json.lock')
    expect(files.read(graphPath)).toBeNull()
  })

  it('lets a decision stand when the folder is read-only, and tells the person', () => {
    const files = memoryFiles()
    const lock = (): never => {
      throw new FileFailure('EROFS', 'read-only file system')
    }
    const stage = graphStage({ files: { ...files, lock } })
    const { verdict } = stage.send('S1', 'skill.requested', { skill: 'enter' })
    expect(verdict.outcome).toBe('pass')
    expect(stage.host.notices).toContainEqual(expect.stringContaining('the disk is read-only'))
  })

  it('does not follow a link', () => {
    const files = memoryFiles()
    const stage = graphStage({ files: { ...files, kind: (path) => (path === graphPath ? 'link' : files.kind(path)) } })
    expect(seenBy(stage)).toContain('broken')
  })

  it('puts the file aside as a dated copy, twice in a second too', () => {
    const stage = graphStage()
    for (const state of ['two', 'three']) {
      run(stage, 'move', state)
      expect(run(stage, 'end')).toBe('ended')
      expect(seenBy(stage)).toBe('absent one')
    }
    const folder = `${project}/.opencode/state`
    expect(stage.files.names(folder)).toEqual(['graph.2026-02-12T22-00-00Z.json', 'graph.2026-02-12T22-00-00Z-2.json'])
    expect(keysIn(stage.files.read(`${folder}/graph.2026-02-12T22-00-00Z-2.json`))).toEqual({ current_state: 'three' })
    expect(stage.host.notices.filter((text) => text.startsWith(graphFile))).toEqual([])
  })
})

describe('a project file that others change', () => {
  const changes = [
    ['edited', (files: ReturnType<typeof memoryFiles>) => files.replace(graphPath, '{"current_state":"three"}')],
    ['removed', (files: ReturnType<typeof memoryFiles>) => files.remove(graphPath)],
    ['broken', (files: ReturnType<typeof memoryFiles>) => files.replace(graphPath, '{')],
  ] as const

  it.each(changes)('is said once, before the next decision: %s', (change, make) => {
    const stage = graphStage()
    run(stage, 'move', 'two')
    make(stage.files)
    seenBy(stage)
    expect(stage.decided.at(-2)?.event).toEqual({ type: 'memory.tampered', file: graphFile, change })
    expect(stage.host.notices).toContain(`${graphFile} ${change}`)
    const said = stage.host.notices.length
    seenBy(stage)
    const other = graphStage({ files: stage.files, process: 'two' })
    seenBy(other)
    expect(stage.host.notices.length).toBe(said + 1)
    expect(other.host.notices).not.toContain(`${graphFile} ${change}`)
  })

  it('is noticed by a process that did not write it', () => {
    const stage = graphStage()
    run(stage, 'move', 'two')
    stage.files.replace(graphPath, '{"current_state":"three"}')
    const other = graphStage({ files: stage.files, process: 'two' })
    seenBy(other)
    expect(other.host.notices).toContain(`${graphFile} edited`)
  })

  it('says nothing of the keys of others, of another layout and of our own other process', () => {
    const stage = graphStage()
    run(stage, 'move', 'two')
    stage.files.replace(graphPath, '{\n\t"tasks": [1],\n\t"current_state": "two", "title": "X" }')
    seenBy(stage)
    const other = graphStage({ files: stage.files, process: 'two' })
    run(other, 'move', 'three')
    seenBy(stage)
    expect(stage.host.notices.filter((text) => text.startsWith(graphFile))).toEqual([])
  })

  it('is healed where an undo put an earlier text of ours back, and that is said', () => {
    const stage = graphStage()
    run(stage, 'move', 'one')
    const earlier = stage.files.read(graphPath) ?? ''
    run(stage, 'move', 'two')
    run(stage, 'note', 'a')
    stage.files.replace(graphPath, earlier)
    expect(seenBy(stage)).toBe('ok two')
    expect(keysIn(stage.files.read(graphPath))).toEqual({ current_state: 'two', seen: ['a'], total: 1 })
    expect(stage.host.notices).toContain(
      `${graphFile} had gone back to an earlier state and was set to the last one again`,
    )
    expect(stage.host.notices).not.toContain(`${graphFile} edited`)
  })
})

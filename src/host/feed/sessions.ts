import { todoList, todosChanged } from '../../decode/todos.ts'
import { canonical } from '../../core/fingerprint.ts'
import type { Intake } from '../intake.ts'
import { noteProgress } from '../mirror.ts'
import { fieldsOf, textOf } from '../../decode/payload.ts'
import type { Handlers } from './handlers.ts'

/** The life of sessions: begun, renamed, compacted, their todos, deleted. */
export function sessionHandlers(intake: Intake): Handlers {
  const { mirrors } = intake
  return {
    'session.created': (properties) => {
      const info = fieldsOf(properties['info'])
      const id = textOf(info['id'])
      if (!id) return intake.debug('Ignored a session without an id')
      const mirror = mirrors.of(id)
      const title = textOf(info['title']) ?? ''
      mirror.session.parent = textOf(info['parentID'])
      mirror.session.title = title
      if (mirror.opened) return
      mirror.opened = true
      const forked = mirror.session.parent === null && /\(fork #\d+\)$/.test(title)
      intake.decide(mirror, { type: 'session.opened', origin: forked ? 'forked' : 'created' })
    },
    'session.updated': (properties) => {
      const info = fieldsOf(properties['info'])
      const mirror = mirrors.find(textOf(info['id']) ?? '')
      if (!mirror) return
      mirror.session.title = textOf(info['title']) ?? mirror.session.title
      // Undo and its undoing set files back, also what others wrote meanwhile.
      const reverted = textOf(fieldsOf(info['revert'])['messageID'])
      if (reverted === mirror.reverted) return
      mirror.reverted = reverted
      intake.setBack()
    },
    'session.deleted': (properties) => {
      const id = textOf(fieldsOf(properties['info'])['id']) ?? textOf(properties['sessionID']) ?? ''
      const mirror = mirrors.find(id)
      if (!mirror) return
      intake.decide(mirror, { type: 'session.closed' })
      mirrors.forget(id)
    },
    'session.compacted': (properties) => {
      const mirror = mirrors.find(textOf(properties['sessionID']) ?? '')
      if (!mirror) return intake.debug('Ignored a compaction of an unknown session')
      const auto = mirror.compactionAuto || mirror.overflow !== null
      mirror.compactions += 1
      mirror.compactionAuto = false
      mirror.overflow = null
      intake.decide(mirror, { type: 'context.compacted', auto })
    },
    'todo.updated': (properties) => {
      const mirror = mirrors.find(textOf(properties['sessionID']) ?? '')
      if (!mirror) return intake.debug('Ignored the todos of an unknown session')
      const todos = todoList(properties['todos'])
      const state = canonical(todos)
      if (state === canonical(mirror.session.todos)) return
      mirror.session.todos = todos
      if (intake.finished(mirror).first(`todos ${intake.digest(state)}`)) noteProgress(mirror, mirror.assistant)
      intake.decide(mirror, todosChanged(todos))
    },
  }
}

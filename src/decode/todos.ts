import type { EventOf, Todo } from '../core/event.ts'
import { fieldsOf, listOf, textOf } from './payload.ts'

const doneStates = new Set(['completed', 'cancelled'])

export function todoList(given: unknown): Todo[] {
  return listOf(given).flatMap((item) => {
    const fields = fieldsOf(item)
    const title = textOf(fields['content'])
    return title ? [{ title, done: doneStates.has(textOf(fields['status']) ?? '') }] : []
  })
}

export function todosChanged(todos: readonly Todo[]): EventOf<'todos.changed'> {
  return { type: 'todos.changed', open: todos.filter((todo) => !todo.done).length, total: todos.length }
}

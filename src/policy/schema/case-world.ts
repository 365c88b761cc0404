import * as z from 'zod'

export const todos = z.array(
  z.strictObject({
    title: z.string().describe('What is to be done.'),
    done: z.boolean().exactOptional().describe('It is done; without it, open.'),
  }),
)

export const session = z.strictObject({
  parent: z.string().exactOptional().describe('The session that this one works for.'),
  agent: z.string().exactOptional().describe('The agent of the session.'),
  model: z.string().exactOptional().describe('Its model, as provider/model.'),
  title: z.string().exactOptional().describe('Its title.'),
  mode: z.enum(['run', 'serve', 'tui']).exactOptional().describe('How OpenCode was started.'),
  hasTask: z.boolean().exactOptional().describe('A person has given the session something to do.'),
})

/** What is there when a case begins. */
export const world = z.strictObject({
  sessions: z
    .record(z.string(), session)
    .exactOptional()
    .describe('Sessions beside S1, and what is to be known of them.'),
  files: z.record(z.string(), z.string()).exactOptional().describe('Files of the project, by path.'),
  todos: todos.exactOptional().describe('The todos of the session.'),
  own: z.array(z.string()).exactOptional().describe('Files that bind the session.'),
  busy: z.array(z.string()).exactOptional().describe('Sessions that are at work.'),
})

/** What is looked at. */
export type Subject = 'program' | 'node' | 'opencode' | 'plugin' | 'terminal' | 'rivals' | 'policies' | 'files'

/** One thing that was found: fine as it is, or with what to do about it. A problem keeps the plugin from its work. */
export type Finding =
  | { about: Subject; level: 'ok'; says: string; todo: null }
  | { about: Subject; level: 'warning' | 'problem'; says: string; todo: string }

export const ok = (about: Subject, says: string): Finding => ({ about, level: 'ok', says, todo: null })

export const warning = (about: Subject, says: string, todo: string): Finding => ({
  about,
  level: 'warning',
  says,
  todo,
})

export const problem = (about: Subject, says: string, todo: string): Finding => ({
  about,
  level: 'problem',
  says,
  todo,
})

/**
 * What OpenCode 1.18.33 tells beside the patterns of its own kinds of permission, read from its program. Kinds that are
 * not listed come from tools of others, which may tell anything.
 */
const metadata: Readonly<Record<string, readonly string[]>> = {
  bash: ['command'],
  edit: ['filepath', 'diff', 'files'],
  external_directory: ['filepath', 'parentDir', 'command', 'directories', 'patterns'],
  read: ['server', 'uri'],
  glob: ['pattern', 'path'],
  grep: ['pattern', 'path', 'include'],
  webfetch: ['url', 'format', 'timeout'],
  websearch: ['query', 'numResults', 'livecrawl', 'type', 'contextMaxCharacters', 'provider'],
  task: ['description', 'subagent_type'],
  skill: [],
  todowrite: [],
  doom_loop: ['tool', 'input'],
  workflow_tool_approval: ['tools'],
}

/** The fields that a request of this permission can tell; null: any. */
export function metadataOf(permission: string): readonly string[] | null {
  return Object.hasOwn(metadata, permission) ? (metadata[permission] ?? null) : null
}

/** Kinds for which OpenCode would remember any request, so that none is like another more than the rest. */
const forgetful: readonly string[] = ['edit', 'glob', 'grep', 'lsp', 'todowrite', 'webfetch', 'websearch', 'task']
/** Kinds for which it would remember the patterns as they are. */
const literal: readonly string[] = ['external_directory', 'skill', 'doom_loop', 'workflow_tool_approval']

/** Whether a request of this permission can have a class of requests that are alike. */
export const isRemembered = (permission: string): boolean => !forgetful.includes(permission)

/** Whether the class of a request of this permission is made of its patterns. */
export const remembersPatterns = (permission: string): boolean => literal.includes(permission)

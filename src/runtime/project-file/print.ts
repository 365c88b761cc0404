import type { Keys } from './slots.ts'

/** The text of a project file in the form that it had before: indent, line breaks, byte order mark and last line. */
export function printProject(before: string | null, data: Keys): string {
  const old = before === null || before.trim() === '' ? null : before
  const indent = old === null ? '  ' : indentOf(old)
  const text = JSON.stringify(data, null, indent) + (old === null || /\n$/.test(old) ? '\n' : '')
  const lines = old?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text
  return old?.startsWith('\uFEFF') ? `\uFEFF${lines}` : lines
}

/** Nothing for a file on one line. */
function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? (text.trim().includes('\n') ? '  ' : '')
}

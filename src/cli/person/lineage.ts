import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

/** A process, as far as the system tells. */
export interface Process {
  pid: number
  /** The name of its program, without folders. */
  program: string
  /** The terminal that it belongs to; empty: none. */
  terminal: string
}

/** No line of ancestors is longer; in processes. */
const longest = 64

/** The process and all above it, the nearest first; ends where the system tells no more. */
export function lineage(pid: number, look: (pid: number) => (Process & { parent: number }) | null): Process[] {
  const found: Process[] = []
  for (let at = pid; at > 0 && found.length < longest; ) {
    const one = look(at)
    if (one === null) break
    found.push({ pid: one.pid, program: one.program, terminal: one.terminal })
    at = one.parent
  }
  return found
}

/** One process of this machine; null if it is gone, or where the system does not tell. */
export function lookAtProcess(pid: number): (Process & { parent: number }) | null {
  return process.platform === 'linux' ? lookInProc(pid) : askPs(pid)
}

/** See proc(5): `pid (name) state ppid pgrp session tty_nr …`, where the name may hold blanks and brackets. */
function lookInProc(pid: number): (Process & { parent: number }) | null {
  const stat = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (stat === null) return null
  const end = stat.lastIndexOf(')')
  const [, parent = '0', , , terminal = '0'] = stat.slice(end + 2).split(' ')
  const name = stat.slice(stat.indexOf('(') + 1, end)
  // The name is what a process calls itself; its file says more, where it may be read.
  const file = readOrNull(() => readlinkSync(`/proc/${pid}/exe`))
  const program = file === null ? name : basename(file.replace(/ \(deleted\)$/, ''))
  return { pid, parent: Number(parent), program, terminal: terminal === '0' ? '' : terminal }
}

function askPs(pid: number): (Process & { parent: number }) | null {
  const given = ['-o', 'ppid=,tty=,comm=', '-p', String(pid)]
  const line = readOrNull(() => execFileSync('ps', given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  const parts = /^\s*(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line ?? '')
  if (parts === null) return null
  const [, parent = '0', terminal = '', command = ''] = parts
  return { pid, parent: Number(parent), program: basename(command), terminal: /^\?+$/.test(terminal) ? '' : terminal }
}

function readOrNull(read: () => string): string | null {
  try {
    return read()
  } catch (error) {
    // A process may end while it is looked at, and others' files cannot be read.
    if (error instanceof Error) return null
    throw error
  }
}

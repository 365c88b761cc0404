import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
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

/**
 * True if a process holds the other end of a terminal, as whoever opened it for a shell does. A shell that took one for
 * itself has that end, or a child of it. Only Linux tells; elsewhere it is believed.
 */
export function holdsTerminal(pid: number, terminal: string): boolean {
  if (process.platform !== 'linux') return true
  const folder = `/proc/${pid}/fdinfo`
  const held = `\ntty-index:\t${numberOf(Number(terminal))}\n`
  const open = readOrNull(() => readdirSync(folder)) ?? []
  return open.some((file) => readOrNull(() => readFileSync(`${folder}/${file}`, 'utf8'))?.includes(held))
}

/** Which of `/dev/pts` a terminal is, see proc(5): the minor number stands in bits 31 to 20 and 7 to 0. */
const numberOf = (terminal: number): number => ((terminal >>> 12) & 0xfff00) | (terminal & 0xff)

function readOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    // A process may end while it is looked at, and others' files cannot be read.
    if (error instanceof Error) return null
    throw error
  }
}

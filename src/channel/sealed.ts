import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A text that came sealed, and whose it is. */
export interface Opened {
  /** The life of the half that sent it. */
  from: string
  /** The life that it is for; null: whoever hears it. */
  to: string | null
  text: string
}

/**
 * One life of a half on the bus of the host, where anybody may publish. What it says is sealed by the key that the
 * halves of one person share outside the bus, and numbered, so that nothing is heard twice.
 */
export interface Sealing {
  own: string
  /** Null without a key. */
  seal: (text: string, to: string | null) => string | null
  /** Null for whatever is not sealed by the key, is for another life, or was heard before. */
  open: (command: unknown) => Opened | null
  /** A text in the form of ours that the key did not seal: somebody else speaks as a half. False without a key. */
  isForeign: (command: unknown) => boolean
}

/** What all texts of ours begin with. */
const ours = 'opencode-diverter:'
const prefix = `${ours}sealed `
const form = /^([0-9a-f]{64}) ([0-9a-z]{1,32}) ([0-9a-z]{1,32}|\*) (\d{1,12}) /
/** A text may come later than one that was sent behind it, but not later than so many. */
const longestDelay = 1000
/** More halves than these are not at work at once; the one that was first heard is forgotten. */
const mostHalves = 64

interface Heard {
  highest: number
  numbers: Set<number>
}

/** `own` names this life: a text that nobody had before. */
export function createSealing(own: string, key: () => Uint8Array | null): Sealing {
  const heard = new Map<string, Heard>()
  let count = 0

  const isNew = (from: string, number: number): boolean => {
    const known = heard.get(from) ?? { highest: 0, numbers: new Set<number>() }
    if (known.numbers.has(number) || number <= known.highest - longestDelay) return false
    known.numbers.add(number)
    known.highest = Math.max(known.highest, number)
    for (const oldest of known.numbers) if (known.numbers.size > longestDelay) known.numbers.delete(oldest)
    heard.set(from, known)
    for (const first of heard.keys()) if (heard.size > mostHalves) heard.delete(first)
    return true
  }

  /** The parts of a text that the key sealed; null for any other. */
  function sealedByUs(command: string): { from: string; to: string; number: number; text: string } | null {
    const sealed = command.startsWith(prefix) ? command.slice(prefix.length) : ''
    const [head = '', mark = '', from = '', to = '', number = ''] = form.exec(sealed) ?? []
    const secret = head === '' ? null : key()
    if (secret === null || !isMark(mark, markOf(sealed.slice(mark.length + 1), secret))) return null
    return { from, to, number: Number(number), text: sealed.slice(head.length) }
  }

  return {
    own,
    seal: (text, to) => {
      const secret = key()
      if (secret === null) return null
      count += 1
      const body = `${own} ${to ?? '*'} ${count} ${text}`
      return `${prefix}${markOf(body, secret)} ${body}`
    },
    open: (command) => {
      const sealed = isOurs(command) ? sealedByUs(command) : null
      if (sealed === null) return null
      const { from, to, number, text } = sealed
      if ((to !== '*' && to !== own) || from === own || !isNew(from, number)) return null
      return { from, to: to === '*' ? null : to, text }
    },
    isForeign: (command) => isOurs(command) && key() !== null && sealedByUs(command) === null,
  }
}

const isOurs = (command: unknown): command is string => typeof command === 'string' && command.startsWith(ours)

/** A name for a life that nobody had before. */
export const lifeName = (): string => randomBytes(16).toString('hex')

const markOf = (body: string, secret: Uint8Array): string => createHmac('sha256', secret).update(body).digest('hex')

const isMark = (one: string, other: string): boolean => timingSafeEqual(Buffer.from(one), Buffer.from(other))

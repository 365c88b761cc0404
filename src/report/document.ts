/** How a word is meant; a shape or a colour only says it again. */
export type Tone = 'plain' | 'ok' | 'claim' | 'budget' | 'stall' | 'work' | 'rest'

/**
 * A piece of a line. `plain` is what the store knows, in our words; `said` is what an agent or a person wrote and stands
 * in quotes; `code` is a command, a path or a name. Every one is shown as the text that it is.
 */
export type Inline =
  | { is: 'plain'; text: string }
  | { is: 'said'; text: string }
  | { is: 'code'; text: string }
  | { is: 'mark'; tone: Tone; text: string }

export type Line = readonly Inline[]

export type Block =
  | { is: 'line'; line: Line }
  | { is: 'list'; items: readonly Line[] }
  /** What may be chosen. `isChoice`: it may be the answer as it stands, so a live page has a button for it. */
  | { is: 'options'; items: readonly { line: Line; isChoice: boolean }[] }
  /** What others wrote, with its source above. */
  | { is: 'voice'; source: string; text: string }
  | { is: 'commands'; texts: readonly string[] }
  /** `ask`: what a person may decide about it; where nothing can be decided, the commands within say how. */
  | { is: 'card'; tone: Tone; title: Line; blocks: readonly Block[]; ask: Ask | null }
  | { is: 'files'; rows: readonly { path: string; added: string; removed: string }[] }
  /** For pages alone: in a text the same stands in numbers and words. */
  | { is: 'timeline'; lanes: readonly Lane[]; ticks: readonly Tick[] }
  | { is: 'sessions'; rows: readonly SessionRow[]; total: SessionTotal }
  | { is: 'moments'; rows: readonly MomentRow[] }

/** What is asked of a person. */
export interface Ask {
  /** Equal questions of several sessions are one; an answer closes all. */
  entries: readonly { id: string; session: string; by: string; fingerprint: string }[]
  /** Each may be the answer as it stands. */
  options: readonly { text: string; about: string }[]
  /** A refused request, which may be allowed. */
  allowable: boolean
  /** It was decided without the person and stands unless overruled; so there is nothing to put off. */
  stands: boolean
  /** Where it was written down first; null if that is not known any more. */
  why: LineName | null
}

/** Where a moment of a night is written down: `line` counts within the tree of the root `session`. */
export interface LineName {
  session: string
  line: number
}

/** A session in figures. */
export interface SessionRow {
  tone: Tone
  state: string
  title: string
  /** What the person wrote first. */
  request: string | null
  /** The same names in every row. */
  cells: readonly { name: string; text: string; small: string }[]
  evidence: Line
}

/** All of those sessions together; a cell is empty where adding up says nothing. */
export type SessionTotal = Pick<SessionRow, 'title' | 'cells'>

/** A time of day on the axis of a timeline; its place goes from 0 to 1. */
export interface Tick {
  at: number
  text: string
}

/** A session on a timeline; places go from 0 to 1 on an axis that all sessions share. */
export interface Lane {
  title: string
  from: string
  to: string
  spans: readonly { is: 'work' | 'turn' | 'silent' | 'waited'; from: number; to: number; text: string }[]
  cost: LaneCost | null
  /** Of equal marks that would lie on each other the first stands for all; `count` says how many. */
  marks: readonly { name: LineName; tone: Tone; at: number; word: string; text: string; count: number }[]
}

/** What a session had cost at some places of its lane; parts of the most that is drawn, from 0 to 1. */
export interface LaneCost {
  text: string
  /** Where the session begins and ends. */
  from: number
  to: number
  points: readonly { at: number; cost: number }[]
  /** Null where no policy sets one. */
  limit: number | null
}

export interface MomentRow {
  name: LineName
  /** Of the session. */
  title: string
  at: string
  tone: Tone
  word: string
  /** What others wrote; null for nothing. */
  said: string | null
  rule: string | null
}

export interface Section {
  title: string
  /** Beside the title: how many there are. */
  count: number | null
  blocks: readonly Block[]
}

/** A report as it is read, whatever shows it. */
export interface Document {
  title: string
  /** What it is about: the project, the time, the zone. */
  about: Line
  /** The outcome in a sentence, or in one a session. */
  outcome: readonly Line[]
  sections: readonly Section[]
}

/** What stands in quotes cannot end them. */
export const withinQuotes = (text: string): string => text.replace(/[“”„‟]/g, '"')

export const plain = (text: string): Inline => ({ is: 'plain', text })
export const quoted = (text: string): Inline => ({ is: 'said', text })
export const code = (text: string): Inline => ({ is: 'code', text })
export const mark = (tone: Tone, text: string): Inline => ({ is: 'mark', tone, text })
/** Several, with commas between them. */
export const codes = (texts: readonly string[]): Line =>
  texts.flatMap((text, at) => [...(at === 0 ? [] : line(', ')), code(text)])

export const line = (...parts: (Inline | string)[]): Line =>
  parts.map((part) => (typeof part === 'string' ? plain(part) : part))

/** Sections without those that only a page can show. */
export const forText = (sections: readonly Section[]): Section[] =>
  sections.filter(({ blocks }) => !blocks.some(({ is }) => is === 'timeline' || is === 'moments'))

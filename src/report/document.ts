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
  /** What others wrote, with its source above. */
  | { is: 'voice'; source: string; text: string }
  | { is: 'commands'; texts: readonly string[] }
  | { is: 'card'; tone: Tone; title: Line; blocks: readonly Block[] }
  | { is: 'files'; rows: readonly { path: string; added: string; removed: string }[] }

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
export const line = (...parts: (Inline | string)[]): Line =>
  parts.map((part) => (typeof part === 'string' ? plain(part) : part))

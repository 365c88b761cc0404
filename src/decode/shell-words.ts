/** A piece of a shell line: a word without its quotes, or an operator. */
export type ShellToken = { word: string } | { operator: string }

export interface ShellTokens {
  tokens: ShellToken[]
  /** Something in the line runs or writes in a way that words do not show. */
  opaque: boolean
}

const operators = new Set([';', '&', '|', '<', '>', '(', ')', '\n'])

/** Splits a shell line at blanks and operators outside quotes. It never fails; what it does not know is opaque. */
export function shellTokens(line: string): ShellTokens {
  const tokens: ShellToken[] = []
  let opaque = false
  let word: string | null = null
  let quote = ''
  const end = () => {
    if (word !== null) tokens.push({ word })
    word = null
  }
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (quote !== "'" && (character === '`' || (character === '$' && line.charAt(at + 1) === '('))) opaque = true
    if (quote !== '') {
      if (character === quote) quote = ''
      else if (character === '\\' && quote === '"') word = (word ?? '') + line.charAt(++at)
      else word = (word ?? '') + character
    } else if (character === "'" || character === '"') {
      quote = character
      word ??= ''
    } else if (character === '\\') {
      word = (word ?? '') + line.charAt(++at)
    } else if (operators.has(character)) {
      end()
      tokens.push({ operator: character })
    } else if (/\s/.test(character)) {
      end()
    } else {
      word = (word ?? '') + character
    }
  }
  end()
  return { tokens, opaque: opaque || quote !== '' }
}

import type { Command } from 'commander'
import { bash } from './bash.ts'
import { fish } from './fish.ts'
import type { Shell } from './shells.ts'
import { wordsOf } from './words.ts'
import { zsh } from './zsh.ts'

/** A script for a shell that completes the commands of a program, their options and the values that these have. */
export function completionText(shell: Shell, program: Command): string {
  const words = wordsOf(program)
  switch (shell) {
    case 'bash':
      return bash(words)
    case 'zsh':
      return zsh(words)
    case 'fish':
      return fish(words)
  }
}

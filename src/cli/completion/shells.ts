/** Shells that the program completes in. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

import { createHash } from 'node:crypto'

/** A short stable digest of a text: 12 hexadecimal digits of SHA-256. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

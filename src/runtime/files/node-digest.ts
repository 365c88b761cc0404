import { createHash } from 'node:crypto'

/** A short stable digest of a text: 12 hexadecimal digits of SHA-256. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** What a rule gives a name of its own, such as `budget`, is about one session; what a digest names is the same anywhere. */
export const isDigest = (text: string): boolean => /^[0-9a-f]{12}$/.test(text)

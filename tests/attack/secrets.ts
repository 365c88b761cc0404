import { redact } from '../../src/runtime/text/redact.ts'
import { lookAlikes } from '../runtime/secrets/look-alikes.ts'
import { made } from '../runtime/secrets/made.ts'
import { type Shape, shapesOf } from '../runtime/secrets/shapes.ts'

/** Enough of a secret to be of use, or to be looked for. */
const pieces = (secret: string): string[] =>
  secret.length <= 12
    ? [secret]
    : [secret.slice(0, 12), secret.slice(-8)].filter((piece) => /[A-Za-z0-9]{4}/.test(piece))

/** True if a reader of what is kept could use the secret. */
export const isLeft = ({ text, secret }: Shape): boolean => {
  const after = redact(text)
  return pieces(secret).some((piece) => after.includes(piece))
}

/** Secrets of all shapes, made anew five times, the same in each run. */
export const allShapes = (): Shape[] => [1, 2, 3, 4, 5].flatMap((seed) => shapesOf(made(seed)))

export const lost = (): string[] => lookAlikes.filter((text) => redact(text) !== text)

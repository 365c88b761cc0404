/** A text with the name that problems are reported under. */
export interface Source {
  name: string
  text: string
}

/**
 * Finds what a policy refers to: `builtin:blockers`, `./file.yaml`, `../templates/x.hbs`.
 * `from` is the name of the source that refers, null for what the user named.
 * A string instead of a source is the reason why there is none.
 */
export type FindSource = (reference: string, from: string | null) => Source | string

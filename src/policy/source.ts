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

/**
 * The sources that a glob names, such as `policies/*.yaml` in the source `from`, each as a reference of that source.
 * A string instead is the reason why nothing is looked for.
 */
export type ListSources = (glob: string, from: string) => readonly string[] | string

/** For what is read where there are no folders. */
export const listNothing: ListSources = () => []

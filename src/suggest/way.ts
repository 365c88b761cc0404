/** What a line in the project's policy may say, so that a request need not be refused again. */
export type PolicyWay =
  /** Lets these commands through, word by word as they stand; `ask` keeps them for a person. */
  | { is: 'allow' | 'ask'; patterns: readonly string[] }
  /** Stands in every refusal. */
  | { is: 'hint'; text: string }
  /** Gives the answer of a person to a question again, where it is one of those that are offered. */
  | { is: 'answer'; id: string; question: string; answer: string }

/** Or what OpenCode's own setting may say, which then asks nobody. */
export type HostWay = { is: 'permission'; permission: string; patterns: readonly string[] }

export type Way = PolicyWay | HostWay

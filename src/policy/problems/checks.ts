export type Severity = 'error' | 'warning' | 'note'

interface CheckInfo {
  /**
   * An error keeps the policy out of the set, so neither a comment nor a setting can take it back.
   * Warnings and notes are for lint alone.
   */
  severity: Severity
  /** What it finds, in one line without a full stop. */
  finds: string
}

/** Every check by its code; each has a page docs/lint/<code>.md. */
export const checks = {
  'active-value': { severity: 'error', finds: 'An active below the policy that is not always' },
  'allow-without-when': { severity: 'error', finds: 'A rule that allows without asking anything' },
  'argument-type': { severity: 'error', finds: 'An argument of a type that the operator cannot work with' },
  'clears-value': { severity: 'error', finds: 'A word behind clears that is no event, progress or turn' },
  'comma-in-text': { severity: 'warning', finds: 'A text without quotes that a comma cuts off' },
  'comment-in-text': { severity: 'warning', finds: 'A text without quotes that a # cuts off' },
  'condition-name': { severity: 'error', finds: 'A text where a condition is wanted that is the name of none' },
  constant: { severity: 'error', finds: 'A computed or wrong value where one is settled when the policy is loaded' },
  'constant-condition': { severity: 'warning', finds: 'A condition, or a part of one, that is always the same' },
  'duplicate-rule': { severity: 'error', finds: 'Two rules with one id, or two sections of one name' },
  'empty-match': { severity: 'warning', finds: 'A pattern that finds something in every text' },
  'empty-section': { severity: 'warning', finds: 'A section of rules without a rule' },
  'endless-prompt': { severity: 'warning', finds: 'A prompt that nothing limits' },
  exists: { severity: 'error', finds: 'A new name that the extended policy has already' },
  expression: { severity: 'error', finds: 'An unknown operator, several in one map, or a wrong number of arguments' },
  extends: { severity: 'error', finds: 'A policy that cannot be extended' },
  'field-form': { severity: 'error', finds: 'A field of a record that cannot be what its kind says of it' },
  'field-missing': { severity: 'error', finds: 'A record without a field that each of its kind has' },
  'field-name': { severity: 'error', finds: 'A name for a field of a record that is taken' },
  'field-unknown': { severity: 'error', finds: 'A field that the kind of the record does not have' },
  'hidden-character': {
    severity: 'warning',
    finds: 'A character that cannot be seen or changes the order of the text',
  },
  'impossible-comparison': { severity: 'error', finds: 'A comparison that can never be equal' },
  'inactive-person': { severity: 'error', finds: 'A rule that does not hear a person while its policy is not active' },
  insert: { severity: 'error', finds: 'New rules beside a rule that does not exist' },
  'kind-missing': { severity: 'error', finds: 'A rule that hears the calls of several kinds of record' },
  'late-budget': { severity: 'warning', finds: 'A budget that does not bind a turn without end' },
  'limit-forgets': {
    severity: 'warning',
    finds: 'A count for want of progress that progress does not begin anew, or that subagents raise too',
  },
  'limit-form': { severity: 'error', finds: 'Parts of a limit that do not go together' },
  'limit-name': { severity: 'error', finds: 'A slot of a limit that is declared or changed by hand' },
  'limit-never': { severity: 'warning', finds: 'A count that can never come so far' },
  'lint-setting': { severity: 'error', finds: 'A setting for a check that does not exist or cannot be changed' },
  locked: { severity: 'error', finds: 'A change to a locked policy' },
  'marker-in-prompt': {
    severity: 'warning',
    finds: 'A marker that counts anywhere and stands in a text for the agent',
  },
  'memory-operation': { severity: 'error', finds: 'An operation that the kind of memory does not have' },
  'memory-slot': { severity: 'error', finds: 'Settings of a memory slot that do not go together' },
  'missing-file': { severity: 'error', finds: 'A file that cannot be read' },
  'named-twice': { severity: 'error', finds: 'Two policies of one name in a set' },
  'negative-null': { severity: 'warning', finds: 'A negation that is true because a value is missing' },
  'not-boolean': { severity: 'error', finds: 'A condition that does not give true or false' },
  'not-in-force': { severity: 'note', finds: 'A policy file that no config names, so that it does nothing' },
  number: { severity: 'error', finds: 'A number that is not plain, finite and exact' },
  override: { severity: 'error', finds: 'A change at a path that does not exist or may not be changed' },
  param: { severity: 'error', finds: 'A value for a param that does not exist, or a param that exists' },
  'param-value': { severity: 'error', finds: 'A value that does not fit the type or the limits of its param' },
  'path-outside': { severity: 'error', finds: 'A file outside the project' },
  pattern: {
    severity: 'error',
    finds: 'A pattern that RE2 cannot run, or a control character in a pattern, glob or command',
  },
  'query-memory': { severity: 'error', finds: 'A change in a rule on an event that only asks' },
  'renamed-copy': { severity: 'error', finds: 'A policy beside a copy of it under another name' },
  requires: { severity: 'error', finds: 'A version range that cannot be read or does not hold' },
  'runs-in-allow': { severity: 'error', finds: 'What is allowed because a part of it matches' },
  schema: { severity: 'error', finds: 'A key that is missing, or a value of the wrong form' },
  'shadowed-rule': { severity: 'warning', finds: 'A rule behind one that answers in all its cases' },
  'step-not-taken': { severity: 'error', finds: 'A step that the event cannot carry out' },
  'suppression-without-reason': { severity: 'warning', finds: 'A lint-ignore comment that does not say why' },
  'template-backslash': { severity: 'warning', finds: 'A backslash that turns {{ }} into plain text' },
  'template-name-as-text': { severity: 'error', finds: 'The name of a template where its text was meant' },
  'template-syntax': { severity: 'error', finds: 'A text that cannot be read as a template' },
  'template-variable': {
    severity: 'error',
    finds: 'A variable in a text that does not exist, or does not fit its helper',
  },
  'too-long': { severity: 'error', finds: 'A file of more than 256 kB' },
  'unbounded-text': { severity: 'warning', finds: 'Text of any length from the agent in a text for the agent' },
  'unguarded-null': { severity: 'error', finds: 'A value that may be null where a number is wanted' },
  'unknown-builtin': { severity: 'error', finds: 'A built-in policy that does not exist' },
  'unknown-key': { severity: 'error', finds: 'A key that does not exist' },
  'unknown-name': { severity: 'error', finds: 'A condition, template, slot or kind of record that nobody declares' },
  'unknown-variable': { severity: 'error', finds: 'A variable that does not exist for every event of the rule' },
  'unreachable-rule': { severity: 'error', finds: 'A rule behind one that always answers' },
  'untested-policy': { severity: 'note', finds: 'A policy with rules, none of which a case exercises' },
  'untested-rule': { severity: 'warning', finds: 'A rule that no case exercises, in a policy that has cases' },
  'untrusted-loosening': {
    severity: 'note',
    finds: 'What may allow more counts only in a project that the user trusts',
  },
  'untyped-input': { severity: 'note', finds: 'A part of a tool’s own input, which cannot be checked' },
  'unused-name': { severity: 'warning', finds: 'A name that nothing uses' },
  'unused-suppression': { severity: 'warning', finds: 'A lint-ignore comment for something that is not found' },
  'weak-marker': { severity: 'warning', finds: 'A marker that ordinary text may hold' },
  'wide-star': { severity: 'warning', finds: 'A star right behind a program that runs what it is given' },
  'workflow-artifact': { severity: 'error', finds: 'An artifact outside the folders of the workflow' },
  'workflow-name': { severity: 'error', finds: 'A name that the workflow takes itself' },
  'workflow-need': { severity: 'error', finds: 'A need of a state that can never be met' },
  'workflow-no-way-out': { severity: 'error', finds: 'A state that cannot be left' },
  'workflow-says': { severity: 'error', finds: 'A completion pattern without examples, or one that fails them' },
  'workflow-skill': { severity: 'error', finds: 'A skill that enters two states' },
  'workflow-state': { severity: 'error', finds: 'A state that does not exist' },
  'workflow-unreachable': { severity: 'error', finds: 'A state that no way leads to' },
  yaml: { severity: 'error', finds: 'A file that is not one plain YAML 1.2 document' },
} as const satisfies Record<string, CheckInfo>

export type CheckCode = keyof typeof checks

export function isCheckCode(code: string): code is CheckCode {
  return Object.hasOwn(checks, code)
}

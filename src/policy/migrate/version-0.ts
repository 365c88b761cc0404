import { child, type MapTree, type Tree } from '../yaml/tree.ts'
import { migrateDurations, type ParamTypes } from './durations.ts'
import { replaceSpan } from './edit.ts'
import { type Changes, changed, together } from './migration.ts'
import { migrateRules } from './rules.ts'

/**
 * What turns version 0 into version 1. Version 0 is the form before the first release:
 *
 *     version: 0
 *     name: night
 *     mode: off                      # version 1: disabled, for a rule with because
 *     params:
 *       window: { type: duration, default: 300000 }     # milliseconds; version 1: 5m
 *     rules:
 *       - id: told
 *         on: turn.ended             # one event or a list; version 1: events: [turn.ended]
 *         continue: true             # the search goes on; version 1 ends it only at a rule that answers
 *         then: [{ notify: Ended }]
 *
 * Each rule that matched ended the search in its policy, unless it said `continue: true`. `types` gives the types of
 * the params of the policy that the file extends.
 */
export function fromVersion0(tree: MapTree, types: ParamTypes): Changes {
  const version = child(tree, 'version')
  const mode = child(tree, 'mode')
  return together([
    version === null ? together([]) : changed(replaceSpan(version.at, '1')),
    isText(mode, 'off') ? changed(replaceSpan(mode.at, 'disabled')) : together([]),
    migrateDurations(tree, types),
    migrateRules(tree),
  ])
}

function isText(tree: Tree | null, text: string): tree is Tree {
  return tree?.kind === 'scalar' && tree.value === text
}

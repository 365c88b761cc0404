import { fitsRange } from '../../policy/layers/version-range.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import type { Asked } from './surroundings.ts'

/** The versions that this program and the plugin are made for. */
export const supported = { node: '>=22.13', opencode: '>=1.18 <2' }

const useFirst = 'Use OpenCode 1.18 or a newer 1.x: npm install --global opencode-ai@1'

export function programFinding(version: string): Finding {
  return ok('program', `This program is opencode-diverter ${version}`)
}

export function nodeFinding(version: string): Finding {
  return fitsRange(version, supported.node) === true
    ? ok('node', `It runs on Node ${version}`)
    : problem('node', `It runs on Node ${version}, which is too old`, 'Install Node 22.13 or newer')
}

export function opencodeFinding(asked: Asked): Finding {
  if (asked.state === 'absent')
    return warning(
      'opencode',
      'No opencode is on PATH, so its version is not known',
      'Install it where it is to work; policies are checked without it',
    )
  if (asked.state === 'failed')
    return warning(
      'opencode',
      `The opencode on PATH does not tell its version: ${asked.why}`,
      'Run opencode --version yourself; if it fails too, install OpenCode anew',
    )
  const version = versionIn(asked.text)
  if (version === null)
    return warning(
      'opencode',
      `The opencode on PATH calls its version ${JSON.stringify(asked.text.trim().slice(0, 60))}, which says nothing`,
      useFirst,
    )
  if (fitsRange(version, '<1'))
    return warning(
      'opencode',
      `OpenCode ${version} is a build in between, so it is not known whether it fits`,
      useFirst,
    )
  if (fitsRange(version, supported.opencode)) return ok('opencode', `OpenCode ${version} is on PATH`)
  return fitsRange(version, '>=2')
    ? problem(
        'opencode',
        `OpenCode ${version} is on PATH, and this version of the plugin does not support OpenCode 2 or newer yet: it does nothing there`,
        useFirst,
      )
    : problem('opencode', `OpenCode ${version} is on PATH, which is too old`, useFirst)
}

/** The version in what a program prints: a line that is nothing else, or else the first that is named. */
function versionIn(text: string): string | null {
  const version = String.raw`v?(\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+][\w.+-]{1,60})?)`
  const found = new RegExp(`^\\s*${version}\\s*$`, 'm').exec(text) ?? new RegExp(`(?<![\\w.])${version}`).exec(text)
  return found?.[1] ?? null
}

import { isAbsolute, join, relative } from 'node:path'
import { rivalOf } from '../../decode/plugins/rivals.ts'
import { isPath } from '../../decode/plugins/spec.ts'
import { readOptions } from '../../policy/options/read.ts'
import { isOutside } from '../../runtime/reading/outside.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { type Listed, listedIn, ownName } from './listed.ts'
import { type BrokenSettings, isOn, type Places, readSettings, type Settings } from './settings.ts'

const install = `Run opencode plugin ${ownName} in the folder of the project`

const pure = problem(
  'plugin',
  'OPENCODE_PURE is set here, with which OpenCode loads no plugin',
  'Take it out of the environment',
)

/** Whether OpenCode would load both halves of the plugin, which version, and what beside it. */
export function pluginFindings(places: Places, version: string): Finding[] {
  const { environment, home } = places.surroundings
  const cache = environment['XDG_CACHE_HOME'] || join(home, '.cache')
  const show = (source: string): string => shown(places.directory, source)
  const { settings, broken } = readSettings('opencode', places)
  const listed = listedIn(settings, cache)
  const loaded = listed.filter((each, index) =>
    listed.slice(index + 1).every(({ identity }) => identity !== each.identity),
  )
  const last = loaded.at(-1)
  return [
    ...broken.map((each) => brokenFinding('plugin', each, show)),
    ...(isOn(environment['OPENCODE_PURE']) ? [pure] : []),
    ...(last === undefined ? [notListed(settings, show)] : loaded.map((each) => loadedFinding(each, version, show))),
    ...(listed.length > 1 ? [twice(listed, loaded, show)] : []),
    ...(last === undefined ? [] : offFindings(last, show)),
    ...(last === undefined ? [] : terminalFindings(places, cache, show)),
    ...rivalFindings(settings, show),
  ]
}

function brokenFinding(
  about: 'plugin' | 'terminal',
  { source, why }: BrokenSettings,
  show: (source: string) => string,
): Finding {
  return problem(about, `Cannot read ${show(source)}: ${why}`, 'Mend it; OpenCode cannot use it either')
}

function notListed(settings: readonly Settings[], show: (source: string) => string): Finding {
  const wrongKey = settings.find(({ folder, source, plugins }) => {
    const listed = { source, folder, plugin: plugins, plugins: null, isFound: false }
    return listedIn([listed], '').length > 0
  })
  if (wrongKey === undefined)
    return problem('plugin', `No settings of OpenCode list ${ownName} for this folder`, install)
  const says = `${show(wrongKey.source)} lists ${ownName} under plugins, which OpenCode 1 does not read`
  return problem('plugin', says, 'Write it under plugin')
}

function loadedFinding(
  { spec, source, version: found, missing }: Listed,
  own: string,
  show: (source: string) => string,
): Finding {
  const place = `${show(source)} lists ${spec}`
  if (missing !== null)
    return problem('plugin', `${place}, which cannot be loaded: ${missing}`, 'Mend the entry, or what it names')
  if (found === null) {
    const unknown = isPath(spec) ? 'its version is not known' : 'OpenCode fetches it at its next start'
    return ok('plugin', `${place}; ${unknown}`)
  }
  return found === own
    ? ok('plugin', `${place}, which is version ${found}`)
    : warning(
        'plugin',
        `${place}, which is version ${found}, and this program is ${own}: they may decide differently`,
        'Use the same version of both',
      )
}

function twice(listed: readonly Listed[], loaded: readonly Listed[], show: (source: string) => string): Finding {
  const places = listed.map(({ source, spec }) => `${spec} in ${show(source)}`).join(', ')
  const effect =
    loaded.length > 1
      ? 'OpenCode loads it more than once, and only the first instance works'
      : 'OpenCode takes the last of them'
  return warning('plugin', `It is listed ${listed.length} times: ${places}. ${effect}`, 'List it once')
}

/** What else is wrong with the options is found with the policies, whose params they set. */
function offFindings({ options, source }: Listed, show: (source: string) => string): Finding[] {
  if (readOptions(options).options.enabled) return []
  const says = `It is switched off by enabled: false in ${show(source)}`
  return [warning('plugin', says, 'Set it to true, or take it out')]
}

function terminalFindings(places: Places, cache: string, show: (source: string) => string): Finding[] {
  const { settings, broken } = readSettings('tui', places)
  const last = listedIn(settings, cache).at(-1)
  const found =
    last === undefined
      ? warning(
          'terminal',
          'No tui.json lists it: there is no badge, no key and no dialog in the terminal',
          `${install}, or name it in tui.json too`,
        )
      : last.missing === null
        ? ok('terminal', `${show(last.source)} lists ${last.spec} for the terminal`)
        : problem(
            'terminal',
            `${show(last.source)} lists ${last.spec}, which cannot be loaded: ${last.missing}`,
            'Mend the entry, or what it names',
          )
  return [...broken.map((each) => brokenFinding('terminal', each, show)), found]
}

function rivalFindings(settings: readonly Settings[], show: (source: string) => string): Finding[] {
  const found = settings.flatMap(({ source, plugin }) =>
    (plugin ?? []).flatMap((entry) => {
      const name = rivalOf(entry)
      return name === null ? [] : { name, source: show(source) }
    }),
  )
  return [...new Set(found.map(({ name }) => name))].map((name) => {
    const sources = [...new Set(found.flatMap((each) => (each.name === name ? each.source : [])))]
    const place = `${sources.join(' and ')} ${sources.length > 1 ? 'list' : 'lists'} ${name}`
    const says = `${place} too, which tells the agent by itself to go on, so it may be told twice`
    return warning('rivals', says, 'Keep one of the two, or say /blockers off in a session')
  })
}

/** A path as one would write it in the project; elsewhere, and for a variable, as it is. */
function shown(directory: string, source: string): string {
  const name = relative(directory, source)
  return isAbsolute(source) && !isOutside(name) ? name : source
}

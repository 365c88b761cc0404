import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { globSync } from 'tinyglobby'
import type { CommandIo } from '../io/io.ts'
import { slashed } from '../lint-report/report.ts'
import { projectPlace } from './project-set.ts'

export const configFile = join('.opencode', 'diverter.yaml')
/** What is meant for one checkout only; a project may have no other config. */
export const localConfigFile = join('.opencode', 'diverter.local.yaml')
export const policyFolder = 'policies'

/**
 * The files that are meant: those given, else the config of the project, else the policies that are in force without
 * one, else the policies folder.
 */
export function lintTargets(given: readonly string[], io: CommandIo): string[] {
  const targets = given.length > 0 ? given : projectTargets(io)
  return targets.flatMap((target) => filesOf(target, io.cwd))
}

function projectTargets(io: CommandIo): string[] {
  const config = projectConfig(io)
  if (config !== null) return [config]
  const { files, folder } = projectPlace(io)
  if (files.unlisted.length > 0) return files.unlisted.map((name) => join(folder, name))
  return existsSync(join(io.cwd, policyFolder)) ? [policyFolder] : []
}

/** The config that stands for a project: its own, else that of the checkout; null if it has neither. */
export function projectConfig(io: CommandIo): string | null {
  const { project, local } = projectPlace(io).files
  const found = [project, local].find(({ path }) => existsSync(path))
  return found === undefined ? null : relative(io.cwd, found.path)
}

/** Folders that have a config or policies of their own, in and below those given, else below this one. */
export function projectsBelow(given: readonly string[], cwd: string): string[] {
  const folders = given.length > 0 ? given : ['.']
  const found = folders.flatMap((folder) => {
    const from = basename(resolve(cwd, folder)) === '.opencode' ? join(folder, '..') : folder
    return globSync('**/.opencode/{diverter.yaml,diverter.local.yaml,policies/*.yaml}', {
      cwd: resolve(cwd, from),
      dot: true,
      ignore: ['**/node_modules', '**/.git'],
    }).map((file) => slashed(join(from, file.replace(/\/?\.opencode\/.*$/, ''))))
  })
  return [...new Set(found)].sort()
}

/** A folder means the YAML files in it. */
function filesOf(target: string, cwd: string): string[] {
  const path = resolve(cwd, target)
  if (!existsSync(path) || !statSync(path).isDirectory()) return [target]
  return readdirSync(path)
    .filter((name) => /\.ya?ml$/.test(name) && !/\.golden\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(target, name))
}

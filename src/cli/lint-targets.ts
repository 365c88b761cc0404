import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const configFile = join('.opencode', 'diverter.yaml')
/** What is meant for one checkout only; a project may have no other config. */
export const localConfigFile = join('.opencode', 'diverter.local.yaml')
export const policyFolder = 'policies'

/** The files that are meant: those given, else what the config of the project lists, else its policies folder. */
export function lintTargets(given: readonly string[], cwd: string): string[] {
  const targets = given.length > 0 ? given : projectFiles(cwd)
  return targets.flatMap((target) => filesOf(target, cwd))
}

function projectFiles(cwd: string): string[] {
  const config = projectConfig(cwd)
  if (config !== null) return [config]
  return existsSync(join(cwd, policyFolder)) ? [policyFolder] : []
}

/** The config that stands for a project: its own, else that of the checkout; null if it has neither. */
export function projectConfig(cwd: string): string | null {
  return [configFile, localConfigFile].find((file) => existsSync(join(cwd, file))) ?? null
}

/** A folder means the YAML files in it. */
function filesOf(target: string, cwd: string): string[] {
  const path = resolve(cwd, target)
  if (!existsSync(path) || !statSync(path).isDirectory()) return [target]
  return readdirSync(path)
    .filter((name) => name.endsWith('.yaml') && !name.endsWith('.golden.yaml'))
    .sort()
    .map((name) => join(target, name))
}

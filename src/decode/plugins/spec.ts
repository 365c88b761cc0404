/** An entry of OpenCode's list of plugins, as its settings write it. */
export interface PluginSpec {
  /** A file, a folder or a URL of one, or else a package. */
  spec: string
  /** What stands beside it, for the plugin. */
  options: unknown
}

/** The entry, which is a text or a pair of a text and options; null if it is neither. */
export function pluginSpec(entry: unknown): PluginSpec | null {
  const [spec, options] = Array.isArray(entry) ? entry : [entry]
  return typeof spec === 'string' ? { spec, options } : null
}

/** True for what OpenCode looks for in the file system, and not in a registry. */
export function isPath(spec: string): boolean {
  return /^(?:file:\/\/|\.|\/|[A-Za-z]:[\\/])/.test(spec)
}

/** The package and the version or place that is asked for, of an entry that is no path. */
export function packageOf(spec: string): { name: string; wanted: string | null } {
  const [, name = spec, wanted = null] = /^((?:@[^@/]+\/)?[^@/]+)(?:@(.*))?$/s.exec(spec) ?? []
  return { name, wanted: wanted === '' ? null : wanted }
}

/** The names in an entry: those of packages, files and folders, without versions and endings. */
export function namesIn(spec: string): string[] {
  return spec.toLowerCase().split(/[/\\]|(?<=.)@|\.[cm]?[jt]s$/)
}

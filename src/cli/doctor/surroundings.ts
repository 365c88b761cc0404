/** What a program said when it was asked for its version. */
export type Asked = { state: 'answered'; text: string } | { state: 'absent' } | { state: 'failed'; why: string }

/** What the doctor needs to know outside the project. */
export interface Surroundings {
  /** Version of the Node that runs this, such as "20.19.0". */
  node: string
  /** Asks the `opencode` on PATH for its version. */
  opencode: () => Promise<Asked>
  /** The user's own folder. */
  home: string
  /** Where OpenCode keeps the settings that an administrator made for all users. */
  managed: string
  /** Variables by which OpenCode is told where else its settings are. */
  environment: Readonly<Record<string, string | undefined>>
}

/** The folder of an administrator's settings on an operating system. */
export function managedFolder(platform: string, environment: Surroundings['environment']): string {
  if (platform === 'darwin') return '/Library/Application Support/opencode'
  return platform === 'win32' ? `${environment['ProgramData'] ?? 'C:\\ProgramData'}\\opencode` : '/etc/opencode'
}

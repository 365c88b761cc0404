import { spawn } from '@lydell/node-pty'
import xterm from '@xterm/headless'
import { type HostInstallation, hostEnvironment } from './host.ts'
import { until } from './wait.ts'

export interface Size {
  columns: number
  rows: number
}

/** A program in a pseudo terminal, seen and used as a person does. */
export interface Tui {
  /** The rows of the screen as they are now. */
  screen: () => string
  /** Waits until the screen holds a text, which may be broken over rows; the screen that does comes back. */
  shows: (wanted: string | RegExp) => Promise<string>
  /** Waits until the screen holds the text no more. */
  hides: (unwanted: string | RegExp) => Promise<string>
  /** Types a line into the prompt, letter by letter since a burst is taken for something pasted, and sends it. */
  enter: (line: string) => Promise<void>
  press: (key: keyof typeof keys) => void
  /** How often the person's eye was drawn: by the bell or a notification of the terminal. */
  alerts: () => number
  /** Types into whatever has the cursor, letter by letter. */
  type: (text: string) => Promise<void>
  end: () => Promise<void>
}

/** What a terminal sends for them; one that tells all keys apart is asked for by the host. */
const keys = {
  enter: '\r',
  escape: '\x1b',
  down: '\x1b[B',
  'ctrl+p': '\x10',
  'ctrl+x': '\x18',
  k: 'k',
  'ctrl+shift+b': '\x1b[98;6u',
} as const

/** Long enough for a slow machine with much to do; who waits looks every few milliseconds. */
const patience = 150_000

/** No letter takes as long as this to appear. */
const echoTime = 10_000

/** By which programs have a terminal show a notification. */
const notificationCodes = [9, 99, 777]

/** Starts `opencode` without a command, which is its TUI; it is killed with this process at the latest. */
export async function startTui(
  host: HostInstallation,
  directory: string,
  size: Size,
  environment: NodeJS.ProcessEnv = {},
): Promise<Tui> {
  const child = spawn(host.program, [], {
    name: 'xterm-256color',
    cols: size.columns,
    rows: size.rows,
    cwd: directory,
    env: { ...hostEnvironment(host.home, directory), COLORTERM: 'truecolor', LANG: 'C.UTF-8', ...environment },
  })
  const killLast = () => child.kill('SIGKILL')
  process.once('exit', killLast)
  const terminal = new xterm.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true })
  child.onData((data) => terminal.write(data))
  // The program asks the terminal what it can do and waits for the answers.
  terminal.onData((data) => child.write(data))
  let alerts = 0
  terminal.onBell(() => {
    alerts += 1
  })
  for (const code of notificationCodes)
    terminal.parser.registerOscHandler(code, (data) => {
      // The program asks by a query whether the terminal knows them.
      if (!/(?:^|:)p=\?/.test(data)) alerts += 1
      return true
    })
  let hasEnded = false
  const ended = new Promise<void>((resolve) => {
    child.onExit(() => {
      hasEnded = true
      process.removeListener('exit', killLast)
      resolve()
    })
  })

  const screen = () => rowsOf(terminal).join('\n')
  const holds = (wanted: string | RegExp) => {
    const text = flat(screen())
    return typeof wanted === 'string' ? text.includes(flat(wanted)) : wanted.test(text)
  }
  const wait = async (what: string, probe: () => boolean) => {
    await until(what, () => probe() || hasEnded, { timeout: patience, seen: () => rowsOf(terminal) })
    if (!probe()) throw new Error(`Cannot wait for ${what}: the program ended; last seen:\n${screen()}`)
    return screen()
  }
  const type = async (text: string) => {
    for (let length = 1; length <= text.length; length += 1) {
      const typed = text.slice(0, length)
      const isThere = () => beforeCursor(terminal).endsWith(typed)
      let sentAt = 0
      await wait(`"${typed}" before the cursor`, () => {
        // A letter that comes while the screen changes is lost; a person would type it again.
        if (!isThere() && Date.now() - sentAt > echoTime) {
          child.write(typed.slice(-1))
          sentAt = Date.now()
        }
        return isThere()
      })
    }
  }
  return {
    screen,
    shows: (wanted) => wait(`${wanted} on the screen`, () => holds(wanted)),
    hides: (unwanted) => wait(`${unwanted} to leave the screen`, () => !holds(unwanted)),
    enter: async (line) => {
      await type(line)
      child.write(keys.enter)
    },
    press: (key) => child.write(keys[key]),
    alerts: () => alerts,
    type,
    end: async () => {
      if (!hasEnded) child.kill('SIGTERM')
      const force = setTimeout(killLast, 10_000)
      await ended
      clearTimeout(force)
      terminal.dispose()
    },
  }
}

function rowsOf(terminal: xterm.Terminal): string[] {
  const { active } = terminal.buffer
  return Array.from(
    { length: terminal.rows },
    (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
  )
}

function beforeCursor(terminal: xterm.Terminal): string {
  const { active } = terminal.buffer
  return active.getLine(active.baseY + active.cursorY)?.translateToString(false, 0, active.cursorX) ?? ''
}

/** One line of the words on the screen, without the frames around them. */
function flat(text: string): string {
  return text
    .replaceAll(/[\u2500-\u25ff]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

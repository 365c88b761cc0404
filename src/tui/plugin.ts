import type { TuiPluginApi } from '@opencode-ai/plugin/tui'
import { createSignal } from 'solid-js'
import type { SessionState, ToTui } from '../channel/messages.ts'
import { createSealing, lifeName } from '../channel/sealed.ts'
import { readSharedKey, sharedKeyPath } from '../channel/shared-key.ts'
import { showAlert } from './alert.ts'
import { badge, homeText } from './badge.ts'
import { addCommands, bindKeys } from './bind-keys.ts'
import { createDialogs } from './dialogs.ts'
import { element } from './elements.ts'
import { createGuard, ExpectedError, type Guard, ownBuild } from './guard.ts'
import { createHands } from './hands.ts'
import { closing, type Interview, offer } from './interview.ts'
import { createLink, type Link, type LinkParts } from './link.ts'
import { screenOf } from './screen.ts'

const title = 'opencode-diverter'
/** The command of the built-in policy by which all is done that a person does here. */
const command = 'blockers'
/** How often the host is asked for its project while it starts, in milliseconds. */
const startPause = 250

/** The part of the renderer that hears keys; its own types come with native code. */
interface Keyboard {
  on: (event: 'keypress', heard: () => void) => unknown
}

type Toast = (message: string, variant: 'info' | 'warning' | 'error') => void

/** OpenCode's entry for its terminal. It returns at once, since the first screen waits for it. */
export async function tui(api: TuiPluginApi, options: unknown): Promise<void> {
  const toast: Toast = (message, variant) => api.ui.toast({ title, message, variant, duration: 8000 })
  const path = sharedKeyPath()
  // The server half makes the key, maybe later than this one begins.
  const sealing = createSealing(lifeName(), () => (path === null ? null : readSharedKey(path)))
  const directory = () => api.state.path.directory
  const publish = async (words: string) => {
    const body = { type: 'tui.command.execute', properties: { command: words } } as const
    const { error } = await api.client.tui.publish({ body })
    if (error) throw new ExpectedError('the server cannot be reached')
  }
  const guard = createGuard({
    tell: (message) => toast(message, 'error'),
    send: (fault) => {
      link?.say({ say: 'fault', session: sessionOn(api), fault })
    },
    build: ownBuild,
  })
  let link: Link | null = null
  const linked = (made: Link): void => {
    link = made
  }
  guard(() => start(api, options, toast, guard, { sealing, directory, publish: guard(publish) }, linked))()
}

/** The session on the screen; null if there is none. */
function sessionOn(api: TuiPluginApi): string | null {
  const route = api.route.current
  const id = route.name === 'session' && 'params' in route ? route.params?.['sessionID'] : null
  return typeof id === 'string' ? id : null
}

function start(
  api: TuiPluginApi,
  options: unknown,
  toast: Toast,
  guard: Guard,
  own: Pick<LinkParts, 'sealing' | 'directory' | 'publish'>,
  linked: (link: Link) => void,
): void {
  const [states, setStates] = createSignal<ReadonlyMap<string, SessionState>>(new Map())
  const [served, setServed] = createSignal(false)
  const [lastOn, setLastOn] = createSignal<boolean | null>(null)
  const dialogs = createDialogs(api, guard)
  const session = () => sessionOn(api)
  const screen = screenOf(api)

  const hear = (message: ToTui) => {
    switch (message.say) {
      case 'state':
        setLastOn(message.on)
        return setStates(new Map(states()).set(message.session, message))
      case 'offer':
        if (message.session !== session()) return
        setTimeout(
          guard(() => link.say({ ...message, say: 'take' })),
          hands.wait(Date.now()),
        )
        return
      case 'ask':
        return dialogs.interview(message.questions, {
          answered: (record, answer) =>
            link.say({ say: 'answer', session: message.session, interview: message.interview, record, ...answer }),
          ended: (interview) => ended(message.session, interview),
        })
      case 'alert': {
        const { alert, title, text } = message
        return void guard(async () => link.say({ say: 'alerted', alert, by: await showAlert(screen, title, text) }))()
      }
      case 'reply':
        return message.text.includes('\n') ? dialogs.text('Blockers', message.text) : toast(message.text, 'info')
      case 'here':
        return setServed(true)
      default:
        message satisfies never
    }
  }

  const ended = (asked: string, interview: Interview) => {
    const resting = (api.state.session.status(asked)?.type ?? 'idle') === 'idle'
    const offered = offer(interview, resting, states().get(asked)?.on === true)
    if (offered === null) return toast(closing(interview), 'info')
    const agreed = () => link.say({ say: 'run', session: asked, command, words: 'resume' })
    dialogs.confirm(offered.title, offered.message, agreed)
  }

  const hands = createHands()
  const keyboard: Keyboard = api.renderer.keyInput
  keyboard.on('keypress', () => hands.pressed(Date.now()))

  const link = createLink({ ...own, session, hear })
  linked(link)

  /** Does something with the session on the screen. */
  const withSession = (work: (session: string) => void) =>
    guard(() => {
      const shown = session()
      if (!link.served()) return toast(notServed, 'warning')
      if (shown === null) return toast('Open a session first.', 'info')
      work(shown)
    })
  const says = (words: string) => withSession((shown) => link.say({ say: 'run', session: shown, command, words }))

  addCommands(api, [
    {
      name: 'blockers.toggle',
      title: 'Switch diverting on or off',
      run: withSession((shown) => link.say({ say: 'toggle', session: shown, command })),
    },
    { name: 'blockers.clarify', title: 'Answer open blockers', run: says('clarify') },
    { name: 'blockers.list', title: 'List blockers', run: says('list') },
    { name: 'blockers.report', title: 'Report of the night', run: says('report') },
    { name: 'blockers.status', title: 'Diverter status', run: says('status') },
  ])

  api.slots.register({
    slots: {
      home_prompt_right: guard(() =>
        element('text', { fg: () => api.theme.current.textMuted }, () => homeText(served(), lastOn())),
      ),
      session_prompt_right: guard((_context: unknown, { session_id: shown }: { session_id: string }) => {
        link.say({ say: 'look', session: shown })
        const now = () => badge(states().get(shown) ?? null)
        return element('text', { fg: () => api.theme.current[now()?.color ?? 'textMuted'] }, () => now()?.text ?? '')
      }),
    },
  })

  api.event.on(
    'tui.command.execute',
    guard((event: { properties: { command: string } }) => link.receive(event.properties.command)),
  )

  const begin = guard(() => {
    if (own.directory() === '') return
    clearInterval(timer)
    link.say({ say: 'hello' })
    for (const problem of bindKeys(api, options, 'blockers.toggle')) toast(problem, 'warning')
  })
  const timer = setInterval(begin, startPause)
  api.lifecycle.onDispose(() => clearInterval(timer))
}

const notServed =
  'The other half of opencode-diverter does not answer: name it in opencode.json too, as `opencode plugin opencode-diverter` does.'

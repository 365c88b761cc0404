import type { TuiPluginApi } from '@opencode-ai/plugin/tui'
import type { Question } from '../channel/messages.ts'
import { element } from './elements.ts'
import type { Guard } from './guard.ts'
import { rowsOf } from './rows-of.ts'
import { type Answer, beginInterview, type Choice, current, heading, type Interview, next, rows } from './interview.ts'

/** What an interview tells the one who wanted it. */
export interface Listener {
  answered: (record: string, answer: Answer) => void
  ended: (interview: Interview) => void
}

export interface Dialogs {
  interview: (questions: readonly Question[], listener: Listener) => void
  confirm: (title: string, message: string, agreed: () => void) => void
  /** Shows a text of any length. */
  text: (title: string, message: string) => void
}

/**
 * After this call the host takes the dialog away, with whatever were shown at once, and gives the focus back a moment
 * later; in milliseconds.
 */
const closingTime = 50
/** Columns of a large dialog, and of what stands beside its text. */
const dialogWidth = 88
const margin = 10

export function createDialogs(api: TuiPluginApi, guard: Guard): Dialogs {
  const { dialog } = api.ui

  /**
   * Shows a dialog, which gets a function that leaves it: true only once, so that no key counts twice. The host says
   * that a dialog closed also when another takes its place; one that was left is not told of that.
   */
  const show = (render: (leave: () => boolean) => unknown, escaped: () => void): void => {
    let left = false
    const leave = () => {
      const first = !left
      left = true
      return first
    }
    dialog.replace(
      guard(() => render(leave)),
      () => {
        if (leave()) setTimeout(guard(escaped), closingTime)
      },
    )
    dialog.setSize('large')
  }

  const line = (text: string, color: 'text' | 'textMuted') =>
    element('text', { fg: () => api.theme.current[color], wrapMode: 'word' }, text)
  const block = (...lines: unknown[]) =>
    element('box', { paddingLeft: 4, paddingRight: 4, paddingBottom: 1, flexShrink: 0 }, ...lines)
  /** The first line and muted ones below it; they scroll if they fill more than this share of the screen. */
  const lines = (share: number, focused: boolean, first: string, more: readonly string[] = []) => {
    const { width, height } = api.renderer
    const room = Math.max(3, Math.floor(height * share))
    const fits = rowsOf([first, ...more], Math.min(dialogWidth, width) - margin) <= room
    const all = [line(first, 'text'), ...more.map((text) => line(text, 'textMuted'))]
    return fits ? element('box', {}, ...all) : element('scrollbox', { height: room, focused }, ...all)
  }
  const about = ({ question, details }: Question) => lines(0.3, false, question, details)

  const write = (title: string, question: Question, written: (text: string) => void, escaped: () => void) =>
    show(
      (leave) =>
        api.ui.DialogPrompt({
          title,
          placeholder: 'Your answer',
          description: () => about(question),
          onConfirm: guard((text: string) => {
            if (text.trim() !== '' && leave()) written(text.trim())
          }),
        }),
      escaped,
    )

  const choose = (title: string, question: Question, chosen: (choice: Choice) => void, escaped: () => void) =>
    show(
      (leave) =>
        element(
          'box',
          {},
          block(about(question)),
          api.ui.DialogSelect<Choice>({
            title,
            placeholder: 'Search',
            options: rows(question),
            onSelect: guard((row: { value: Choice }) => {
              if (leave()) chosen(row.value)
            }),
          }),
          block(line('Esc stops here; what you answered is kept.', 'textMuted')),
        ),
      escaped,
    )

  const interview = (questions: readonly Question[], listener: Listener) => {
    const ask = (state: Interview) => {
      const question = current(state)
      if (question === null) {
        dialog.clear()
        return listener.ended(state)
      }
      const answer = (given: Answer) => {
        listener.answered(question.record, given)
        ask(next(state, given))
      }
      const written = (text: string) => answer({ decision: 'words', text })
      const chosen = (choice: Choice) => {
        if (choice.choose === 'write') return write(heading(state), question, written, () => ask(state))
        answer(choice.answer)
      }
      choose(heading(state), question, chosen, () => listener.ended(state))
    }
    ask(beginInterview(questions))
  }

  return {
    interview,
    confirm: (title, message, agreed) => {
      dialog.replace(guard(() => api.ui.DialogConfirm({ title, message, onConfirm: guard(agreed) })))
    },
    text: (title, message) => {
      show(
        () => element('box', {}, block(line(title, 'textMuted')), block(lines(0.6, true, message))),
        () => undefined,
      )
      dialog.setSize('xlarge')
    },
  }
}

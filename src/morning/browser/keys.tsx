import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { CloseDialog } from './close-dialog.tsx'

/** Single keys for those who want them; a person who speaks or types with other tools turns them off. */
export function Keys(): JSX.Element {
  const [isOn, setOn] = useState(true)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent): void => {
      // A key that is held down answers one card, not all.
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (event.key === '?') dialog.current?.showModal()
      else if (act(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
  return (
    <>
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
        Keys
      </button>
      <dialog ref={dialog} aria-label="Keys">
        <h2>Keys</h2>
        <ul>
          <li>
            <kbd>J</kbd> <kbd>K</kbd> next and previous question
          </li>
          <li>
            <kbd>1</kbd> to <kbd>9</kbd> the answer with that number, in a question
          </li>
          <li>
            <kbd>W</kbd> own words, <kbd>Ctrl</kbd> <kbd>Enter</kbd> sends them
          </li>
          <li>
            <kbd>N</kbd> not now, <kbd>Esc</kbd> closes
          </li>
          <li>
            <kbd>/</kbd> find in what happened
          </li>
          <li>
            <kbd>U</kbd> takes the last answer back, until an agent may have read it
          </li>
        </ul>
        <p>
          <label>
            <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => setOn(currentTarget.checked)} />{' '}
            Single keys act
          </label>
        </p>
        <CloseDialog />
      </dialog>
    </>
  )
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog') !== null

/** True if the key meant something where the focus is. */
function act(key: string): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('[data-card="open"]')]
  const cards = all.filter((each) => each.checkVisibility())
  const card = document.activeElement?.closest<HTMLElement>('[data-card="open"]') ?? null
  const at = card === null ? -1 : cards.indexOf(card)
  switch (key.toLowerCase()) {
    case 'j':
      return focus(cards[at + 1])
    case 'k':
      return focus(at === -1 ? cards.at(-1) : cards[at - 1])
    case 'w':
      return focus(card?.querySelector('textarea'))
    case 'n':
      return press(card?.querySelector<HTMLElement>('[data-later]'))
    case '/':
      return focus(document.getElementById('find'))
    case 'u':
      return press(lastUndo())
    default:
      return /^[1-9]$/.test(key) && press(card?.querySelector<HTMLElement>(`[data-choice="${key}"]`))
  }
}

/** What takes back the answer that was given last. */
const lastUndo = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-undo]')]
    .sort((one, other) => Number(one.dataset['undo']) - Number(other.dataset['undo']))
    .at(-1)

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus()
  return element !== null && element !== undefined
}

function press(element: HTMLElement | null | undefined): boolean {
  element?.click()
  return element !== null && element !== undefined
}

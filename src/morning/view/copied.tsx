import type { JSX } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { LiveContext } from './live.ts'
import { shown } from './shown.ts'

/** A command or a text to take along; a live page copies it. */
export function Copied({ text }: { text: string }): JSX.Element {
  const live = useContext(LiveContext)
  const [isCopied, setCopied] = useState(false)
  return (
    <div class="copied">
      <pre>
        <code>{shown(text)}</code>
      </pre>
      {live === null ? null : (
        <button
          type="button"
          class="quiet"
          onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      )}
    </div>
  )
}

import type { JSX } from 'preact'

/** Closes the dialog around it. */
export const CloseDialog = (): JSX.Element => (
  <form method="dialog">
    <button type="submit" class="quiet">
      Close
    </button>
  </form>
)

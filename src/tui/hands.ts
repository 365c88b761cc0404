/** Where the person's hands are: of several terminals that show one session, the one that was typed in asks. */
export interface Hands {
  pressed: (now: number) => void
  /** How long to leave an offer to others, in milliseconds. */
  wait: (now: number) => number
}

/** Whoever pressed a key within this time is there; in milliseconds. */
const lately = 3000
/** Less than the server half waits, more than a message takes. */
const courtesy = 300

export function createHands(): Hands {
  let last = Number.NEGATIVE_INFINITY
  return {
    pressed: (now) => {
      last = now
    },
    wait: (now) => (now - last <= lately ? 0 : courtesy),
  }
}

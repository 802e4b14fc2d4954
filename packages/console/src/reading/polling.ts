import { trouble } from "./connection.js"

/** Time between two readings of a visible page, in milliseconds. */
export const POLL_MS = 5000

/** Reads what a component shows, if it is time to, or in any case if it must. */
type Reader = (must: boolean) => void

const readers = new Set<Reader>()
let openDialogs = 0
let isDue = false
let timer: ReturnType<typeof setInterval> | undefined

/** Whether a dialog is open, below which nothing moves. */
export const isHeld = (): boolean => openDialogs > 0

const isLimited = () => {
  const now = trouble.get()
  return now?.kind === "limited" && now.until > performance.now()
}

const read = (must: boolean) => {
  for (const reader of [...readers]) reader(must)
}

/**
 * Reads everything that is shown, now, or once no dialog is open: after a key has rotated itself, a reading with its old secret ends the session,
 * and the dialog with the new one.
 */
export const readAgain = (): void => {
  isDue = openDialogs > 0
  if (!isDue && !isLimited()) read(true)
}

const tick = () => {
  if (document.visibilityState === "visible" && openDialogs === 0 && !isLimited()) read(false)
}

const start = () => {
  if (timer !== undefined) return
  timer = setInterval(tick, POLL_MS)
  document.addEventListener("visibilitychange", tick)
}

/** Calls the reader every five seconds while the page is visible and no dialog is open, and after each change. Returns a function that ends that. */
export const poll = (reader: Reader): (() => void) => {
  start()
  readers.add(reader)
  return () => readers.delete(reader)
}

/** Pauses the polling while a dialog is open, so that nothing moves below what is being typed. Returns a function that resumes it. */
export const pausePolling = (): (() => void) => {
  openDialogs++
  let isOpen = true
  return () => {
    if (!isOpen) return
    isOpen = false
    openDialogs--
    // A dialog that replaces this one opens in the same rendering, and the screen of a record that was deleted leaves in the next one.
    setTimeout(() => {
      if (isDue && openDialogs === 0) readAgain()
    })
  }
}

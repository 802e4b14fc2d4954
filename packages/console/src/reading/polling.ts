import { trouble } from "./connection.js"

/** The page is read again so often while it is visible, in milliseconds. */
export const POLL_MS = 5000

const readers = new Set<() => void>()
let openDialogs = 0
let timer: ReturnType<typeof setInterval> | undefined

const isPaused = () => {
  const now = trouble.get()
  return (
    document.visibilityState !== "visible" || openDialogs > 0 || (now?.kind === "limited" && now.until > Date.now())
  )
}

/** Reads everything that is shown, now. */
export const readAgain = (): void => {
  for (const read of [...readers]) read()
}

const tick = () => {
  if (!isPaused()) readAgain()
}

const start = () => {
  if (timer !== undefined) return
  timer = setInterval(tick, POLL_MS)
  document.addEventListener("visibilitychange", tick)
}

/** Calls the function every five seconds while the page is visible and no dialog is open. Returns what ends that. */
export const poll = (read: () => void): (() => void) => {
  start()
  readers.add(read)
  return () => readers.delete(read)
}

/** Holds the polling while a dialog is open, so that nothing moves below what is being typed. Returns what goes on. */
export const pausePolling = (): (() => void) => {
  openDialogs++
  let isOpen = true
  return () => {
    if (isOpen) openDialogs--
    isOpen = false
  }
}

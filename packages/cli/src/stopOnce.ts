import { writeSync } from "node:fs"

/** How often Ctrl+C comes where it was typed once: `npm start` passes on what the terminal has sent to the process itself. */
const ONCE = 2

/** What a shell says of a command that SIGINT ended. */
const INTERRUPTED = 130

const tell = (line: string) => {
  try {
    writeSync(process.stderr.fd, `${line}\n`)
  } catch {
    // Nobody reads it, or not now.
  }
}

/**
 * Lets what is under way finish, however often the process is told to stop: the second signal would end it at once. A
 * terminal that is closed stops it as SIGTERM does. Ctrl+C alone ends it at once, for somebody who has been told so.
 */
export const stopOnce = (): void => {
  let interrupts = 0
  process.on("SIGTERM", () => {})
  process.on("SIGHUP", () => {})
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
  process.on("SIGINT", () => {
    interrupts++
    if (interrupts === ONCE) tell("Stopping once what is under way is done. Ctrl+C again ends it at once.")
    if (interrupts <= ONCE) return
    tell("Ended at once: what was under way is not done.")
    process.exit(INTERRUPTED)
  })
}

import { writeSync } from "node:fs"

/** SIGINTs for one Ctrl+C: under `npm start` the process gets it from the terminal and from npm. */
const ONCE = 2

/** The exit code that a shell gives a command ended by SIGINT. */
const INTERRUPTED = 130

const tell = (line: string) => {
  try {
    writeSync(process.stderr.fd, `${line}\n`)
  } catch {
    // Standard error is closed or full.
  }
}

/**
 * Keeps further signals from ending the process while it stops, so that requests in flight are answered. Only a third SIGINT
 * ends it at once. SIGHUP is ignored: a terminal that closes, or a supervisor that asks for a reload, must not stop a server.
 */
export const stopOnce = (): void => {
  let interrupts = 0
  process.on("SIGTERM", () => {})
  process.on("SIGHUP", () => {})
  process.on("SIGINT", () => {
    interrupts++
    if (interrupts === ONCE) tell("Stopping after the requests in flight. Ctrl+C again ends the process at once.")
    if (interrupts <= ONCE) return
    tell("Ended at once: requests in flight were not answered.")
    process.exit(INTERRUPTED)
  })
}

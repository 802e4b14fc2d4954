interface Waiting {
  readonly acts: Set<() => void>
  readonly stop: () => void
}

const waitingFor = new WeakMap<AbortSignal, Waiting>()

/** One listener does for all that wait for a signal: one for each would be reported as a leak where many calls share it. */
const listen = (signal: AbortSignal): Waiting => {
  const acts = new Set<() => void>()
  const listener = () => {
    for (const act of acts) act()
  }
  const stop = () => {
    signal.removeEventListener("abort", listener)
    waitingFor.delete(signal)
  }
  const waiting = { acts, stop }
  waitingFor.set(signal, waiting)
  signal.addEventListener("abort", listener, { once: true })
  return waiting
}

/** Does something when a signal is aborted, until it is told to forget it. */
export const onAbort = (signal: AbortSignal, act: () => void): (() => void) => {
  const { acts, stop } = waitingFor.get(signal) ?? listen(signal)
  acts.add(act)
  return () => {
    if (acts.delete(act) && acts.size === 0) stop()
  }
}

interface Listening {
  readonly callbacks: Set<() => void>
  readonly stop: () => void
}

const listening = new WeakMap<AbortSignal, Listening>()

/** Registers one listener for all callbacks of a signal: Node.js reports one listener for each as a leak. */
const listen = (signal: AbortSignal): Listening => {
  const callbacks = new Set<() => void>()
  const listener = () => {
    for (const callback of callbacks) callback()
  }
  const stop = () => {
    signal.removeEventListener("abort", listener)
    listening.delete(signal)
  }
  const entry = { callbacks, stop }
  listening.set(signal, entry)
  signal.addEventListener("abort", listener, { once: true })
  return entry
}

/** Calls back when a signal is aborted. Returns the function that removes the callback. */
export const onAbort = (signal: AbortSignal, callback: () => void): (() => void) => {
  const { callbacks, stop } = listening.get(signal) ?? listen(signal)
  callbacks.add(callback)
  return () => {
    if (callbacks.delete(callback) && callbacks.size === 0) stop()
  }
}

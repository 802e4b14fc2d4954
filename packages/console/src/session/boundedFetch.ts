/** A request is given up after so long without its whole answer, in milliseconds. */
export const PATIENCE_MS = 30_000

/** `fetch` that waits for 30 s: a server that accepts a request and never answers is one that does not answer. */
export const boundedFetch: typeof fetch = (input, init) => {
  const controller = new AbortController()
  const { signal } = init ?? {}
  const giveUp = () => controller.abort(new DOMException("There was no answer in 30 seconds.", "TimeoutError"))
  // It bounds the reading of the body, too. After that, it stops nothing.
  setTimeout(giveUp, PATIENCE_MS)
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener("abort", abort, { once: true })
  return fetch(input, { ...init, signal: controller.signal })
}

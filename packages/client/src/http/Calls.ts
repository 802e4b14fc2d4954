import { GateClosed } from "../errors/GateClosed.js"
import { onAbort } from "../onAbort.js"
import { loadTracer } from "./hostSpan.js"

// Not every engine has this function. Without it, the engine's own stack is kept.
const { captureStackTrace }: { readonly captureStackTrace?: typeof Error.captureStackTrace } = Error

/** The calls of a connection. */
export class Calls {
  readonly #underWay = new Set<Promise<unknown>>()
  #closing: Promise<void> | undefined

  /**
   * Does one call. The signal of `work` is aborted together with that of the caller, who does not wait for the end of the work then. The
   * caller awaits this function directly, so that the stack of a rejection includes the caller.
   */
  readonly run = async <A>(work: (signal?: AbortSignal) => Promise<A>, given: AbortSignal | undefined): Promise<A> => {
    const loading = loadTracer()
    if (loading !== undefined) await loading
    if (this.#closing !== undefined) throw new GateClosed()
    given?.throwIfAborted()
    // As for `fetch`, null is no signal.
    const calling = given ? abortable(work, given) : work()
    this.#underWay.add(calling)
    try {
      return await calling
    } catch (reason) {
      // The stack of what this package has made names the caller.
      if (reason instanceof Error && "_tag" in reason && reason !== given?.reason) captureStackTrace?.(reason, this.run)
      throw reason
    } finally {
      this.#underWay.delete(calling)
    }
  }

  /** Waits for the calls under way. Repeated calls return the same promise. */
  close(): Promise<void> {
    this.#closing ??= Promise.allSettled(this.#underWay).then(() => undefined)
    return this.#closing
  }
}

const abortable = <A>(work: (signal: AbortSignal) => Promise<A>, given: AbortSignal): Promise<A> => {
  const own = new AbortController()
  return new Promise((resolve, reject) => {
    const forget = onAbort(given, () => {
      own.abort(given.reason)
      reject(given.reason)
    })
    work(own.signal).then(resolve, reject).finally(forget)
  })
}

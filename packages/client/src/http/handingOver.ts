import { formatUuidV7 } from "#shared"
import { RequestFailed } from "../errors/RequestFailed.js"
import { isRecord } from "../isRecord.js"
import type { Request } from "../Transport.js"

/** How long the background waits for an answer after its caller has left, in milliseconds. */
const MAX_WAIT = 30_000

/** Sends a request of an operation. */
type Send = (request: Request, signal?: AbortSignal) => Promise<unknown>

const newHoldId = () => formatUuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))

/** Whether a creation with this outcome may have stored a hold that its caller does not know of. */
const isAbandoned = (creating: Promise<unknown>): Promise<boolean> =>
  creating.then(
    // A repeated answer is about a hold of another request, and a refusal has stored nothing.
    (answer) => !(isRecord(answer) && answer["repeated"] === true),
    (reason) => !("_tag" in Object(reason)) || reason instanceof RequestFailed
  )

/** Does work with a signal that is aborted after a while. */
const withinWait = async (work: (signal: AbortSignal) => Promise<unknown>) => {
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), MAX_WAIT)
  await work(ending.signal).catch(() => undefined)
  clearTimeout(timer)
}

/**
 * Creates holds under new ids. If the caller leaves before the answer has come, the request goes on in the background, and its hold
 * is released: the server may not have seen the request yet, so a release could overtake it. A hold whose id the caller gives is
 * left to its lease, because the caller may repeat the request.
 *
 * @param create Creates a hold.
 * @param release Releases a hold.
 */
export const handingOver =
  (create: Send, release: Send): Send =>
  (request, signal) => {
    const { input } = request
    if (!isRecord(input) || input["id"] !== undefined || input["dry_run"] === true) return create(request, signal)
    const id = newHoldId()
    const giving = new AbortController()
    const creating = create({ ...request, input: { ...input, id } }, giving.signal)
    const undo = async () => {
      const timer = setTimeout(() => giving.abort(), MAX_WAIT)
      const abandoned = await isAbandoned(creating)
      clearTimeout(timer)
      if (abandoned) await withinWait((signal) => release({ path: { id } }, signal))
    }
    signal?.addEventListener("abort", undo, { once: true })
    const forget = () => signal?.removeEventListener("abort", undo)
    creating.then(forget, forget)
    return creating
  }

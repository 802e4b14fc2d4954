import type { BodyAllowance } from "../../request/BodyPolicy.js"
import { type Body, noBody } from "../../request/readJsonBody.js"

/** Reads the body of a web request, as far as allowed. A body that fails, or whose request is aborted, is incomplete. */
export const readWebBody = async (
  { body, bodyUsed, headers, signal }: Request,
  allowance: BodyAllowance
): Promise<Body> => {
  if (bodyUsed || body?.locked) return "already_read"
  if (body === null) return noBody
  const refusal = allowance.refuseLength(Number(headers.get("content-length") ?? 0))
  if (refusal !== null) return refusal
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => {})
  // The abort event has already fired, so a listener would never run.
  if (signal.aborted) {
    cancel()
    return "incomplete"
  }
  signal.addEventListener("abort", cancel, { once: true })
  const chunks: Array<Uint8Array> = []
  let size = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (signal.aborted) return "incomplete"
      if (done) return Buffer.concat(chunks)
      // The host may pass chunks of another type than declared.
      if (!ArrayBuffer.isView(value)) {
        cancel()
        return "incomplete"
      }
      size += value.byteLength
      const refusal = allowance.refuseSize(size)
      if (refusal !== null) {
        cancel()
        return refusal
      }
      chunks.push(value)
    }
  } catch {
    return "incomplete"
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}

import { createHmac } from "node:crypto"
import * as Redacted from "effect/Redacted"

const PREFIX = "whsec_"

/** What is signed of a message. */
export interface SignedMessage {
  /** The id of the message, the same at each attempt. */
  readonly id: string
  /** When it is sent, in seconds since 1970. */
  readonly timestamp: number
  /** Its body, as it is sent. */
  readonly body: string
}

/**
 * The value of `webhook-signature`: `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body` (Standard Webhooks 1.0.0, "Signature
 * scheme"). The key is what follows `whsec_` in the secret, decoded from base64.
 */
export const signWebhook = (secret: Redacted.Redacted, { body, id, timestamp }: SignedMessage): string => {
  const text = Redacted.value(secret)
  const key = Buffer.from(text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text, "base64")
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
}

import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Entropy } from "../runtime/Entropy.js"

/** How a secret begins (Standard Webhooks 1.0). */
const PREFIX = "whsec_"

/** Draws a secret that signs messages: the base64 of 32 random bytes behind its prefix. */
export const drawWebhookSecret = Effect.map(Entropy.bytes(32), (bytes) =>
  Redacted.make(PREFIX + Buffer.from(bytes).toString("base64"))
)

/** The label of a secret: its first 3 and its last 4 characters, without the filling of base64. */
export const maskWebhookSecret = (secret: Redacted.Redacted): string => {
  const text = Redacted.value(secret).slice(PREFIX.length).replace(/=+$/, "")
  return `${PREFIX}${text.slice(0, 3)}...${text.slice(-4)}`
}

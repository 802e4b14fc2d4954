import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { KeyStore } from "./KeyStore.js"

/**
 * Whether a text that is no key of this service begins as the secrets of imported keys do. One that begins as this service's own keys
 * do needs their checksum.
 */
export const isForeign = (own: string, secret: Redacted.Redacted) =>
  Redacted.value(secret).startsWith(`${own}_`)
    ? Effect.succeed(false)
    : Effect.flatMap(KeyStore, (keys) => keys.isImported(secret))

import { createHash } from "node:crypto"
import * as Redacted from "effect/Redacted"

/** The SHA-256 of a secret in 64 lower-case hex digits: all of it that is kept. */
export const sha256 = (secret: Redacted.Redacted): string =>
  createHash("sha256").update(Redacted.value(secret)).digest("hex")

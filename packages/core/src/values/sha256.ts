import { hash } from "node:crypto"
import * as Redacted from "effect/Redacted"

/** SHA-256 hash of a secret in 64 lowercase hexadecimal digits. Only the hash is stored. */
export const sha256 = (secret: Redacted.Redacted): string => hash("sha256", Redacted.value(secret))

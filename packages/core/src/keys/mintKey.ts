import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as SecretKey from "../values/SecretKey.js"
import type { KeyRecord } from "./KeyRecord.js"
import * as KeyUsage from "./KeyUsage.js"

/** What follows from a key's secret and from the time. */
type Minted = "hash" | "label" | "disabled" | "created_at" | "updated_at" | keyof KeyUsage.KeyUsage

/** The parts of a key that somebody decides. */
export type KeyTerms = Omit<KeyRecord, Minted>

/** A new key, not stored yet. The secret is in the answer and nowhere else. */
export const mintKey = Effect.fnUntraced(function* (terms: KeyTerms) {
  const secret = yield* SecretKey.mint(terms.is_management ? "management" : "ordinary")
  const now = yield* DateTime.now
  const record: KeyRecord = {
    ...terms,
    ...KeyUsage.none(now.epochMillis),
    hash: SecretKey.hash(secret),
    label: SecretKey.mask(secret),
    disabled: false,
    created_at: now,
    updated_at: now
  }
  return { record, secret }
})

import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as SecretKey from "../values/SecretKey.js"
import type { KeyRecord } from "./KeyRecord.js"

/** The fields that follow from the key's secret and the time. */
type Minted = "hash" | "label" | "disabled" | "created_at" | "updated_at" | "last_used_at"

/** The fields that the caller decides. */
export type KeyTerms = Omit<KeyRecord, Minted>

/** Generates a key with its secret, without storing it. */
export const mintKey = Effect.fnUntraced(function* (terms: KeyTerms) {
  const secret = yield* SecretKey.mint(terms.is_management ? "management" : "ordinary")
  const now = yield* DateTime.now
  const record: KeyRecord = {
    ...terms,
    hash: SecretKey.hash(secret),
    label: SecretKey.mask(secret),
    disabled: false,
    created_at: now,
    updated_at: now,
    last_used_at: null
  }
  return { record, secret }
})

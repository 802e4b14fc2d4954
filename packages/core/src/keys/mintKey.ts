import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as SecretKey from "../SecretKey.js"
import type { KeyRecord } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import * as KeyUsage from "./KeyUsage.js"

/** The parts of a key that somebody decides; the rest follows from the secret and the time. */
export type KeyTerms = Pick<
  KeyRecord,
  | "organization_id"
  | "workspace_id"
  | "creator_user_id"
  | "is_management"
  | "name"
  | "limit"
  | "limit_reset"
  | "include_byok_in_limit"
  | "expires_at"
>

/** A new key, not stored yet. The secret is in the answer and nowhere else. */
export const newKey = Effect.fnUntraced(function* (terms: KeyTerms) {
  const secret = yield* SecretKey.mint(terms.is_management ? "management" : "ordinary")
  const now = yield* DateTime.now
  const record: KeyRecord = {
    ...terms,
    hash: SecretKey.hash(secret),
    label: SecretKey.mask(secret),
    disabled: false,
    counters: KeyUsage.none(now.epochMillis),
    created_at: now,
    updated_at: now
  }
  return { record, secret }
})

/** Makes a key and stores it. */
export const mintKey = Effect.fnUntraced(function* (terms: KeyTerms) {
  const key = yield* newKey(terms)
  const keys = yield* KeyStore
  yield* keys.insert(key.record)
  return key
})

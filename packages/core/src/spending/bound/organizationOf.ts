import * as Effect from "effect/Effect"
import { nameOf } from "../admission/admissionOf.js"
import { findSpender } from "../admission/findSpender.js"
import { requireSecret } from "../admission/readSpender.js"
import { SpenderCache } from "../admission/SpenderCache.js"
import { KeyRefused } from "../model/KeyRefused.js"
import type { NewHold } from "../model/NewHold.js"
import { SpendingStore } from "../store/SpendingStore.js"

/** The organization of the key of a request. Fails with `KeyRefused` if no key has the secret. */
export const organizationOf = Effect.fnUntraced(function* (input: NewHold) {
  const name = nameOf(input, yield* requireSecret(input.key))
  const found = yield* findSpender(name, { since: SpenderCache.of(yield* SpendingStore).time, locked: null })
  return found === null ? yield* new KeyRefused({ key_state: "unknown" }) : found.spender.key.organization_id
})

import * as Effect from "effect/Effect"
import { nameOf } from "./admissionOf.js"
import { findSpender } from "./findSpender.js"
import { KeyRefused } from "./KeyRefused.js"
import type { NewHold } from "./NewHold.js"
import { requireSecret } from "./readSpender.js"
import { SpenderCache } from "./SpenderCache.js"
import { SpendingStore } from "./SpendingStore.js"

/** The organization of the key of a request. Fails with `KeyRefused` if no key has the secret. */
export const organizationOf = Effect.fnUntraced(function* (input: NewHold) {
  const name = nameOf(input, yield* requireSecret(input.key))
  const found = yield* findSpender(name, { since: SpenderCache.of(yield* SpendingStore).time, locked: null })
  return found === null ? yield* new KeyRefused({ key_state: "unknown" }) : found.spender.key.organization_id
})

import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Caller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { budgetsOfKey } from "./budgetsOfKey.js"
import type { CurrentApiKey } from "./CurrentApiKey.js"
import { InvalidCredential } from "./InvalidCredential.js"
import { show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"

/**
 * Returns the API key used to authenticate the caller, with its current usage and the budgets that limit it.
 *
 * Fails with `InvalidCredential` if the caller is the host, or if the key was deleted meanwhile.
 */
export const getCurrentKey = Effect.gen(function* () {
  const { keyHash, organizationId } = yield* Caller
  const keys = yield* KeyStore
  const found = keyHash === null ? Option.none() : yield* keys.find(organizationId, keyHash)
  if (Option.isNone(found)) return yield* new InvalidCredential()
  const { value: key } = found
  const { budgets, usage } = yield* budgetsOfKey(key, yield* DateTime.now)
  const current: CurrentApiKey = { ...show(key, usage), budgets }
  return current
}).pipe(withSpan("keys.getCurrentKey"))

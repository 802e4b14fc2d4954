import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { countAgain } from "./countedAgain.js"
import { show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { requireKey } from "./requireKey.js"

/** Returns a key of the caller's organization with its current usage. Fails with `KeyNotFound`. */
export const getKey = Effect.fnUntraced(function* (hash: string) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const key = yield* requireKey(hash, (hash) => keys.find(organizationId, hash))
  const now = yield* DateTime.now
  return show(yield* countAgain(key, now), now)
}, withSpan("keys.getKey"))

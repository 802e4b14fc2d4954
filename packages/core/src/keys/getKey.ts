import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { usageOf } from "./readUsage.js"
import { requireKey } from "./requireKey.js"

/** Returns a key of the caller's organization with its current usage. Fails with `KeyNotFound`. */
export const getKey = Effect.fnUntraced(function* (hash: string) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const now = yield* DateTime.now
  const key = yield* requireKey(hash, (hash) => keys.find(organizationId, hash))
  return show(key, yield* usageOf(key, now))
}, withSpan("keys.getKey"))

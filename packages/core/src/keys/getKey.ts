import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import { span } from "../span.js"
import { show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { ownKey } from "./ownKey.js"

/** A key of the caller's organization as it stands now. */
export const getKey = Effect.fnUntraced(function* (hash: string) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  return show(yield* ownKey(hash, (hash) => keys.find(organizationId, hash)), yield* DateTime.now)
}, span("keys.getKey"))

import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { ByokStore } from "./ByokStore.js"
import { requireCredential } from "./requireCredential.js"

/** Reads one provider credential. The secret stays sealed. */
export const getByokCredential = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const credentials = yield* ByokStore
  return yield* requireCredential(id, (id) => credentials.find(organizationId, id))
}, withSpan("byok.getByokCredential"))

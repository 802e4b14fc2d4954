import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { Deleted } from "../values/Deleted.js"
import { ByokStore } from "./ByokStore.js"
import { requireCredential } from "./requireCredential.js"

/** Deletes a credential with its sealed secret. Fails with `ByokNotFound`, also the second time. */
export const deleteByokCredential = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const credentials = yield* ByokStore
  yield* requireCredential(id, (id) => credentials.delete(organizationId, id))
  const deleted: Deleted = { deleted: true }
  return deleted
}, withSpan("byok.deleteByokCredential"))

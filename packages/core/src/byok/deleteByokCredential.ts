import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import type { Deleted } from "../Deleted.js"
import { span } from "../span.js"
import { ByokStore } from "./ByokStore.js"
import { ownCredential } from "./ownCredential.js"

/** Deletes a credential and its sealed secret. The second time there is nothing to delete. */
export const deleteByokCredential = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const credentials = yield* ByokStore
  yield* ownCredential(id, (id) => credentials.delete(organizationId, id))
  const deleted: Deleted = { deleted: true }
  return deleted
}, span("byok.deleteByokCredential"))

import * as Effect from "effect/Effect"
import { ManagementCaller } from "../Caller.js"
import { span } from "../span.js"
import { ByokStore } from "./ByokStore.js"
import { ownCredential } from "./ownCredential.js"

/** Reads one provider credential. The secret stays sealed. */
export const getByokCredential = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const credentials = yield* ByokStore
  return yield* ownCredential(id, (id) => credentials.find(organizationId, id))
}, span("byok.getByokCredential"))

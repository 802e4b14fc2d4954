import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import { anyCase } from "../Id.js"
import { named } from "../named.js"
import { ByokId, ByokNotFound } from "./ByokCredential.js"
import { ByokStore } from "./ByokStore.js"

const readId = named(anyCase(ByokId))

/** Reads one provider credential. The secret stays sealed. */
export const getByokKey = Effect.fn("byok.getByokKey")(function* (name: string) {
  const { organizationId } = yield* manager
  const credentials = yield* ByokStore
  const id = yield* Effect.mapError(readId(name), () => new ByokNotFound())
  const found = yield* credentials.find(organizationId, id)
  return yield* Effect.mapError(found, () => new ByokNotFound())
})

import * as Effect from "effect/Effect"
import type { KeyRecord } from "../../keys/KeyRecord.js"
import { chargedBy } from "../model/Spender.js"
import { guardrailsOf } from "./readSpender.js"

/** The scopes that usage of a key is charged to, without an admission: from the key to the organization. */
export const chargedScopes = (key: KeyRecord) =>
  Effect.map(guardrailsOf(key, [key.creator_user_id]), (guardrails) => chargedBy({ guardrails, key }, null))

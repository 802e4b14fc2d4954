import * as Effect from "effect/Effect"
import type { KeyRecord } from "../keys/KeyRecord.js"
import type { ChargedScope } from "./Admission.js"
import { guardrailsOf } from "./readSpender.js"
import { unlimited } from "./Scope.js"
import { guardrailTerms, keyScope, keyTerms, organizationScope, workspaceScope } from "./scopes.js"

/** The scopes that usage of a key is charged to, without an admission: from the key to the organization. */
export const chargedScopes = Effect.fnUntraced(function* (key: KeyRecord) {
  const guardrails = yield* guardrailsOf(key, [key.creator_user_id])
  const scopes: ReadonlyArray<ChargedScope> = [
    { ref: keyScope(key), terms: keyTerms(key), version: null },
    ...guardrails.map(({ guardrail, ref }) => ({ ref, terms: guardrailTerms(guardrail), version: null })),
    { ref: workspaceScope(key), terms: unlimited, version: null },
    { ref: organizationScope(key.organization_id), terms: unlimited, version: null }
  ]
  return scopes
})

import type { Guardrail } from "../guardrails/Guardrail.js"
import type { OrganizationId } from "../values/Id.js"
import type { NotedChange } from "./noteChanges.js"
import { unlimited } from "./Scope.js"
import { guardrailTerms, workspaceScope } from "./scopes.js"

type Changed = Pick<Guardrail, "id" | "workspace_id">

/** What changed members of a guardrail change: the version that guards the records of the workspace's requests. */
export const memberChanges = (
  organization_id: OrganizationId,
  { workspace_id }: Changed
): ReadonlyArray<NotedChange> => [[{ ref: workspaceScope({ organization_id, workspace_id }) }, null]]

/** What a deleted guardrail changes: its scopes have no budgets any more. */
export const deletionChanges = (organization_id: OrganizationId, guardrail: Changed): ReadonlyArray<NotedChange> => [
  [{ organization_id, guardrail_id: guardrail.id }, unlimited],
  ...memberChanges(organization_id, guardrail)
]

/**
 * What a changed guardrail changes: the budgets of all its scopes, and the workspace's version, which guards the records that its
 * requests are judged by.
 */
export const guardrailChanges = (organization_id: OrganizationId, guardrail: Guardrail): ReadonlyArray<NotedChange> => [
  [{ organization_id, guardrail_id: guardrail.id }, guardrailTerms(guardrail)],
  ...memberChanges(organization_id, guardrail)
]

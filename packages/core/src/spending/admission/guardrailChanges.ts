import type { Guardrail } from "../../guardrails/Guardrail.js"
import type { OrganizationId } from "../../values/Id.js"
import { unlimited } from "../model/Scope.js"
import { guardrailTerms, workspaceScope } from "../model/scopes.js"
import type { NotedChange } from "./noteChanges.js"

type Changed = Pick<Guardrail, "id" | "workspace_id">

/** All scopes of a guardrail, with that of its workspace, which guards the records. */
const scopesOf = (organization_id: OrganizationId, { id, workspace_id }: Changed) => ({
  organization_id,
  guardrail_id: id,
  guard: workspaceScope({ organization_id, workspace_id })
})

/** What changed members of a guardrail change: the version that guards the records of the workspace's requests. */
export const memberChanges = (
  organization_id: OrganizationId,
  { workspace_id }: Changed
): ReadonlyArray<NotedChange> => [[{ ref: workspaceScope({ organization_id, workspace_id }) }, null]]

/** What a deleted guardrail changes: its scopes have no budgets any more. */
export const deletionChanges = (organization_id: OrganizationId, guardrail: Changed): ReadonlyArray<NotedChange> => [
  [scopesOf(organization_id, guardrail), unlimited]
]

/**
 * What a changed guardrail changes: the budgets of all its scopes, and the workspace's version, which guards the records that its
 * requests are judged by.
 */
export const guardrailChanges = (organization_id: OrganizationId, guardrail: Guardrail): ReadonlyArray<NotedChange> => [
  [scopesOf(organization_id, guardrail), guardrailTerms(guardrail)]
]

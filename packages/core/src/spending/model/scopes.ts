import type { Guardrail } from "../../guardrails/Guardrail.js"
import type { KeyRecord } from "../../keys/KeyRecord.js"
import type { OrganizationId } from "../../values/Id.js"
import type { UserId } from "../../values/UserId.js"
import { type ScopeRef, type ScopeTerms, unlimited } from "./Scope.js"

type Place = Pick<KeyRecord, "organization_id" | "workspace_id">

/** The scope of a key. Its hash is that of its first secret, so it survives rotation. */
export const keyScope = ({ hash, organization_id }: Pick<KeyRecord, "hash" | "organization_id">): ScopeRef => ({
  organization_id,
  kind: "key",
  guardrail_id: null,
  subject: hash
})

export const workspaceScope = ({ organization_id, workspace_id }: Place): ScopeRef => ({
  organization_id,
  kind: "workspace",
  guardrail_id: null,
  subject: workspace_id
})

export const organizationScope = (organization_id: OrganizationId): ScopeRef => ({
  organization_id,
  kind: "organization",
  guardrail_id: null,
  subject: organization_id
})

/** The scope of a guardrail for one member: all keys of that member in the workspace together. */
export const memberScope = ({ organization_id }: Place, { id }: Pick<Guardrail, "id">, user: UserId): ScopeRef => ({
  organization_id,
  kind: "guardrail_member",
  guardrail_id: id,
  subject: user
})

/** The scope of a guardrail for one key. */
export const guardedKeyScope = (
  { hash, organization_id }: Pick<KeyRecord, "hash" | "organization_id">,
  { id }: Pick<Guardrail, "id">
): ScopeRef => ({ organization_id, kind: "guardrail_key", guardrail_id: id, subject: hash })

/** The budget of a key: its limit, in the window in which it resets. */
export const keyTerms = (key: Pick<KeyRecord, "limit" | "limit_reset" | "include_byok_in_limit">): ScopeTerms => ({
  limits: { ...unlimited.limits, [key.limit_reset ?? "lifetime"]: key.limit },
  include_byok: key.include_byok_in_limit
})

/** The budget of each key or member that a guardrail applies to. */
export const guardrailTerms = (
  guardrail: Pick<Guardrail, "limit_usd" | "reset_interval" | "include_byok_in_budgets">
): ScopeTerms => ({
  limits: { ...unlimited.limits, [guardrail.reset_interval ?? "lifetime"]: guardrail.limit_usd },
  include_byok: guardrail.include_byok_in_budgets
})

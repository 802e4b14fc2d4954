import * as Core from "@tollgate/core"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Tenant } from "./Tenant.js"

/** A page of a list. */
export type Listed = Effect.Effect<Core.Paged<unknown>, unknown, Core.Services | Core.ManagementCaller>

const provider = Schema.decodeSync(Core.Provider)("anthropic")

/** Page 1 of the lists of keys, with each filter. */
export const keyPages = ({ caller }: Tenant, limit: number): Readonly<Record<string, Listed>> => {
  const page = { limit, offset: 0 }
  const of = { workspace_id: caller.workspaceId }
  return {
    keys: Core.listKeys({ ...page, include_disabled: true }),
    "keys of a workspace": Core.listKeys({ ...page, ...of, include_disabled: true }),
    "enabled keys": Core.listKeys({ ...page, include_disabled: false }),
    "enabled keys of a workspace": Core.listKeys({ ...page, ...of, include_disabled: false })
  }
}

/** Page 1 of the other lists. */
export const otherPages = ({ caller, guardrail }: Tenant, limit: number): Readonly<Record<string, Listed>> => {
  const page = { limit, offset: 0 }
  const of = { workspace_id: caller.workspaceId }
  return {
    credentials: Core.listByokCredentials(page),
    "credentials of a workspace": Core.listByokCredentials({ ...page, ...of }),
    "credentials for a provider": Core.listByokCredentials({ ...page, provider }),
    "credentials of a workspace, for a provider": Core.listByokCredentials({ ...page, ...of, provider }),
    guardrails: Core.listGuardrails(page),
    "members under a guardrail": Core.listMemberAssignments(guardrail, page),
    workspaces: Core.listWorkspaces(page),
    "members of a workspace": Core.listWorkspaceMembers("default", page),
    "members of the organization": Core.listOrganizationMembers(page)
  }
}

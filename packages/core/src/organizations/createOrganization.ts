import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Entropy from "../Entropy.js"
import { OrganizationId, WorkspaceId } from "../Id.js"
import { show } from "../keys/KeyRecord.js"
import { mintKey } from "../keys/mintKey.js"
import { Transaction } from "../Transaction.js"
import { type Workspace, WorkspaceSlug } from "../workspaces/Workspace.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { joinOrganization } from "./joinOrganization.js"
import type { NewOrganization, Organization } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"

/**
 * Creates an organization with what it cannot be without: the workspace `default`, its owner as admin, and a first
 * management key, whose secret is shown in this answer and never again. The host calls it; no caller is needed.
 */
export const createOrganization = Effect.fn("organizations.createOrganization")(function* (input: NewOrganization) {
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  const organization: Organization = {
    id: OrganizationId.make(yield* Entropy.uuid),
    name: input.name,
    owner_user_id: input.owner_user_id,
    default_workspace_id: WorkspaceId.make(yield* Entropy.uuid),
    created_at: now
  }
  const workspace: Workspace = {
    id: organization.default_workspace_id,
    organization_id: organization.id,
    slug: WorkspaceSlug.make("default"),
    name: "Default",
    description: null,
    created_at: now,
    updated_at: null,
    created_by: input.owner_user_id
  }
  return yield* run(
    Effect.gen(function* () {
      yield* organizations.insert(organization)
      yield* workspaces.insert(workspace)
      yield* joinOrganization(organization, { user_id: input.owner_user_id, role: "admin" }, now)
      const { record, secret } = yield* mintKey({
        organization_id: organization.id,
        workspace_id: workspace.id,
        creator_user_id: input.owner_user_id,
        is_management: true,
        name: "First management key",
        limit: null,
        limit_reset: null,
        include_byok_in_limit: false,
        expires_at: null
      })
      return { organization, workspace, data: show(record, now), key: secret }
    })
  )
})

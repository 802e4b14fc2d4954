import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Entropy } from "../Entropy.js"
import { OrganizationId, WorkspaceId } from "../Id.js"
import { show } from "../keys/KeyRecord.js"
import { KeyStore } from "../keys/KeyStore.js"
import { mintKey } from "../keys/mintKey.js"
import { span } from "../span.js"
import { Transaction } from "../Transaction.js"
import { type Workspace, WorkspaceSlug } from "../workspaces/Workspace.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { joinOrganization } from "./joinOrganization.js"
import type { CreatedOrganization, NewOrganization, Organization } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"

/**
 * Creates an organization with what it cannot be without: the workspace `default`, its owner as admin, and a first
 * management key, whose secret is shown in this answer and never again. The host calls it; no caller is needed.
 */
export const createOrganization = Effect.fnUntraced(function* ({ name, owner_user_id }: NewOrganization) {
  const keys = yield* KeyStore
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const transaction = yield* Transaction
  const created_at = yield* DateTime.now
  const workspace: Workspace = {
    id: WorkspaceId.make(yield* Entropy.uuid),
    organization_id: OrganizationId.make(yield* Entropy.uuid),
    slug: WorkspaceSlug.make("default"),
    name: "Default",
    description: null,
    created_at,
    updated_at: null,
    created_by: owner_user_id
  }
  const organization: Organization = {
    id: workspace.organization_id,
    name,
    owner_user_id,
    default_workspace_id: workspace.id,
    created_at
  }
  const join = yield* joinOrganization({ user_id: owner_user_id, role: "admin" }, created_at)
  const { record, secret } = yield* mintKey({
    organization_id: organization.id,
    workspace_id: workspace.id,
    creator_user_id: owner_user_id,
    is_management: true,
    name: "First management key",
    limit: null,
    limit_reset: null,
    include_byok_in_limit: false,
    expires_at: null
  })
  yield* transaction.run(
    Effect.gen(function* () {
      yield* organizations.insert(organization)
      yield* workspaces.insert(workspace)
      yield* join(organization)
      yield* keys.insert(record)
    })
  )
  const created: CreatedOrganization = { organization, workspace, data: show(record, created_at), key: secret }
  return created
}, span("organizations.createOrganization"))

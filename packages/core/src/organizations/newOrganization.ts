import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { show } from "../keys/KeyRecord.js"
import { KeyStore } from "../keys/KeyStore.js"
import { unused } from "../keys/KeyUsage.js"
import { mintKey } from "../keys/mintKey.js"
import { about } from "../ports/PendingEntry.js"
import { Entropy } from "../runtime/Entropy.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { type Workspace, WorkspaceSlug } from "../workspaces/Workspace.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { joinOrganization } from "./joinOrganization.js"
import { type CreatedOrganization, type NewOrganization, Organization } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"

/**
 * Prepares a new organization with its workspace `default`, its owner as admin and a first management key. Draws the ids and
 * the key, and returns the store operations, to be run in a transaction.
 */
export const newOrganization = Effect.fnUntraced(function* ({ name, owner_user_id }: NewOrganization) {
  const keys = yield* KeyStore
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const created_at = yield* DateTime.now
  const workspace: Workspace = {
    id: WorkspaceId.make(yield* Entropy.uuid),
    slug: WorkspaceSlug.make("default"),
    name: "Default",
    description: null,
    max_in_flight: null,
    created_at,
    updated_at: null,
    created_by: owner_user_id
  }
  const organization = Organization.make({
    id: OrganizationId.make(yield* Entropy.uuid),
    name,
    owner_user_id,
    default_workspace_id: workspace.id,
    created_at
  })
  const organization_id = organization.id
  const join = yield* joinOrganization({ user_id: owner_user_id, role: "admin" }, created_at)
  const { record, secret } = yield* mintKey({
    organization_id,
    workspace_id: workspace.id,
    creator_user_id: owner_user_id,
    is_management: true,
    is_read_only: false,
    name: "First management key",
    limit: null,
    limit_reset: null,
    include_byok_in_limit: false,
    max_in_flight: null,
    expires_at: null,
    metadata: {},
    external_id: null,
    created_by: owner_user_id
  })
  const created: CreatedOrganization = { organization, workspace, data: show(record, unused), key: secret }
  return Effect.gen(function* () {
    yield* about({ organization_id, object: organization_id })
    yield* organizations.insert(organization)
    yield* workspaces.insert({ ...workspace, organization_id })
    yield* join(organization)
    yield* keys.insert(record)
    return created
  })
})

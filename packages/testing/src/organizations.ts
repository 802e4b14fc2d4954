import {
  Entropy,
  NewOrganization,
  NewOrganizationMember,
  type Organization,
  type OrganizationId,
  type Role,
  UserId,
  type WorkspaceId
} from "@tollgate/core"
import {
  OrganizationMemberId,
  type OrganizationMemberRecord,
  OrganizationStore,
  Transaction,
  WorkspaceStore
} from "@tollgate/core/storage"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"
import { aWorkspaceRecord } from "./workspaces.js"

/** Where something new is put. */
export interface Home {
  readonly organization_id: OrganizationId
  readonly workspace_id: WorkspaceId
  readonly owner: UserId
}

/** What `createOrganization` takes. */
export const anOrganization = (input: Partial<typeof NewOrganization.Encoded> = {}): NewOrganization =>
  Schema.decodeSync(NewOrganization)({ name: "Acme", owner_user_id: "owner", ...input })

/** What `addOrganizationMember` takes. */
export const aMember = (user_id: string, role: typeof Role.Encoded = "member"): NewOrganizationMember =>
  Schema.decodeSync(NewOrganizationMember)({ user_id, role })

export const anyOrganization = Arbitrary.make(NewOrganization)
export const anyOrganizationMember = Arbitrary.make(NewOrganizationMember)

/** A user's membership of an organization, as stores keep it. */
export const aMemberRecord = (
  organization_id: OrganizationId,
  user: string,
  overrides: Partial<OrganizationMemberRecord> = {}
): Effect.Effect<OrganizationMemberRecord> =>
  Effect.map(Entropy.uuid, (id) => ({
    id: OrganizationMemberId.make(id),
    organization_id,
    user_id: UserId.make(user),
    role: "member",
    created_at: noon,
    ...overrides
  }))

/** An organization with its default workspace and its owner, put straight into the stores: it has no key yet. */
export const aHome = Effect.fnUntraced(function* (name: string = "Home") {
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const { run } = yield* Transaction
  const workspace = yield* aWorkspaceRecord({ slug: "default" })
  const organization: Organization = {
    id: workspace.organization_id,
    name,
    owner_user_id: UserId.make("owner"),
    default_workspace_id: workspace.id,
    created_at: noon
  }
  const owner = yield* aMemberRecord(organization.id, "owner", { role: "admin" })
  yield* run(
    Effect.all([organizations.insert(organization), workspaces.insert(workspace), organizations.addMember(owner)])
  )
  const home: Home = { organization_id: organization.id, workspace_id: workspace.id, owner: owner.user_id }
  return home
})

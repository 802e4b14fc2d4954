import {
  Entropy,
  NewOrganization,
  NewOrganizationMember,
  Organization,
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
  type WorkspaceRecord,
  WorkspaceStore
} from "@tollgate/core/storage"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { noon } from "./instant.js"
import { aWorkspaceRecord } from "./workspaces.js"

/** The organization, workspace and owner of a new record. */
export interface Home {
  readonly organization_id: OrganizationId
  readonly workspace_id: WorkspaceId
  readonly owner: UserId
}

/**
 * Input of `createOrganization`.
 *
 * @param input Fields to set. @default name "Acme", owner "owner"
 */
export const anOrganization = (input: Partial<typeof NewOrganization.Encoded> = {}): NewOrganization =>
  Schema.decodeSync(NewOrganization)({ name: "Acme", owner_user_id: "owner", ...input })

/**
 * Input of `addOrganizationMember`.
 *
 * @param role @default "member"
 */
export const aMember = (user_id: string, role: typeof Role.Encoded = "member"): NewOrganizationMember =>
  Schema.decodeSync(NewOrganizationMember)({ user_id, role })

/** Arbitrary valid `NewOrganization` inputs, for property tests. */
export const anyOrganization = Arbitrary.make(NewOrganization)
/** Arbitrary valid `NewOrganizationMember` inputs, for property tests. */
export const anyOrganizationMember = Arbitrary.make(NewOrganizationMember)

/** The record of an organization with this default workspace. @default name "Home", owner "owner" */
export const anOrganizationRecord = (
  { id: default_workspace_id, organization_id: id }: Pick<WorkspaceRecord, "id" | "organization_id">,
  overrides: Partial<Organization> = {}
): Organization => ({
  ...Organization.make({
    id,
    name: "Home",
    owner_user_id: UserId.make("owner"),
    default_workspace_id,
    created_at: noon
  }),
  ...overrides
})

/** The record of a user's membership of an organization. */
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

/** Inserts an organization with its default workspace and its owner directly into the stores. It has no key. */
export const aHome = Effect.fnUntraced(function* (name: string = "Home") {
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const { run } = yield* Transaction
  const workspace = yield* aWorkspaceRecord({ slug: "default" })
  const organization = anOrganizationRecord(workspace, { name })
  const owner = yield* aMemberRecord(organization.id, "owner", { role: "admin" })
  yield* run(
    Effect.all([organizations.insert(organization), workspaces.insert(workspace), organizations.addMember(owner)])
  )
  const home: Home = { organization_id: organization.id, workspace_id: workspace.id, owner: owner.user_id }
  return home
})

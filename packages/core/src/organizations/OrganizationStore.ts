import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { UserId } from "../values/UserId.js"
import type { Organization } from "./Organization.js"
import type { OrganizationMember, OrganizationMemberRecord } from "./OrganizationMember.js"

/** Stores organizations and their users. Each method is atomic. */
export class OrganizationStore extends Context.Tag("@tollgate/core/OrganizationStore")<
  OrganizationStore,
  {
    readonly insert: (organization: Organization) => Effect.Effect<void, StorageFailure>
    readonly find: (id: OrganizationId) => Effect.Effect<Option.Option<Organization>, StorageFailure>
    /** Whether there are no organizations. */
    readonly isEmpty: Effect.Effect<boolean, StorageFailure>
    /** At most `most` organizations, ordered by id. */
    readonly list: (most: number) => Effect.Effect<ReadonlyArray<Organization>, StorageFailure>
    /** The first organization with this name, ordered by id. */
    readonly findByName: (name: string) => Effect.Effect<Option.Option<Organization>, StorageFailure>
    /** Returns false if the user is already a member. */
    readonly addMember: (member: OrganizationMemberRecord) => Effect.Effect<boolean, StorageFailure>
    /** Newest first, then by id. */
    readonly listMembers: (id: OrganizationId, page: Page) => Effect.Effect<Paged<OrganizationMember>, StorageFailure>
    /** The members among these users, in the given order. */
    readonly findMembers: (
      id: OrganizationId,
      users: ReadonlyArray<UserId>
    ) => Effect.Effect<ReadonlyArray<OrganizationMember>, StorageFailure>
  }
>() {}

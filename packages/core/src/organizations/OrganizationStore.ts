import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { StoreOf } from "../records/Records.js"
import type { OrganizationId } from "../values/Id.js"
import type { UserId } from "../values/UserId.js"
import type { Organization, OrganizationPatch } from "./Organization.js"
import type { organizationMemberRecords } from "./organizationMemberRecords.js"

type Members = StoreOf<typeof organizationMemberRecords>

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
    /** Changes the fields that the patch has, and returns the result. */
    readonly update: (
      id: OrganizationId,
      patch: OrganizationPatch
    ) => Effect.Effect<Option.Option<Organization>, StorageFailure>
    /** The first organization that was inserted with this name, ordered by id. A later name finds none. */
    readonly findByName: (name: string) => Effect.Effect<Option.Option<Organization>, StorageFailure>
    /** Returns false if the user is already a member. */
    readonly addMember: Members["insert"]
    readonly findMember: Members["find"]
    readonly findMembers: Members["findMany"]
    /** Finds a member whom the open transaction removes: until it ends, nothing is stored that references the member. */
    readonly lockMember: Members["find"]
    /** Whether the organization has another admin. In a transaction, its members neither come nor go before it ends. */
    readonly hasOtherAdmin: (organizationId: OrganizationId, user: UserId) => Effect.Effect<boolean, StorageFailure>
    /** Newest first, then by id. */
    readonly listMembers: Members["list"]
    readonly updateMember: Members["update"]
    readonly deleteMember: Members["delete"]
  }
>() {}

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { ByokCredential, ByokId } from "./ByokCredential.js"
import type { ByokRecord } from "./ByokRecord.js"
import type { Provider } from "./Provider.js"

/** A filter for a list of credentials. Null means all workspaces of the organization, or all providers. */
export interface ByokList {
  readonly workspaceId: WorkspaceId | null
  readonly provider: Provider | null
}

/** The fields of a credential that can change. `sealed` and `label` change together. */
export type ByokChange = Partial<
  Omit<ByokRecord, "id" | "organization_id" | "workspace_id" | "provider" | "created_at">
>

/** Stores provider credentials. Each method is atomic. */
export class ByokStore extends Context.Tag("@tollgate/core/ByokStore")<
  ByokStore,
  {
    readonly insert: (credential: ByokRecord) => Effect.Effect<void, StorageFailure>
    /** Does not read the sealed secret. */
    readonly find: (
      organizationId: OrganizationId,
      id: ByokId
    ) => Effect.Effect<Option.Option<ByokCredential>, StorageFailure>
    /** By provider, then by `sort_order`, then by id. */
    readonly list: (
      organizationId: OrganizationId,
      list: ByokList,
      page: Page
    ) => Effect.Effect<Paged<ByokCredential>, StorageFailure>
    /** All credentials of a workspace for one provider, by `sort_order`, then by id, with their sealed secrets. */
    readonly ofProvider: (
      organizationId: OrganizationId,
      workspaceId: WorkspaceId,
      provider: Provider
    ) => Effect.Effect<ReadonlyArray<ByokRecord>, StorageFailure>
    readonly update: (
      organizationId: OrganizationId,
      id: ByokId,
      change: ByokChange
    ) => Effect.Effect<Option.Option<ByokCredential>, StorageFailure>
    /** Deletes a credential with its sealed secret. Returns its id; none if there was no such credential. */
    readonly delete: (
      organizationId: OrganizationId,
      id: ByokId
    ) => Effect.Effect<Option.Option<ByokId>, StorageFailure>
    /** One more than the greatest `sort_order` of the workspace's credentials for the provider; 0 for the first. */
    readonly nextSortOrder: (
      organizationId: OrganizationId,
      workspaceId: WorkspaceId,
      provider: Provider
    ) => Effect.Effect<number, StorageFailure>
  }
>() {}

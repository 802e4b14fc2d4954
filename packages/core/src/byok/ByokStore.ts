import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { ByokCredential, ByokId } from "./ByokCredential.js"
import type { ByokRecord } from "./ByokRecord.js"
import type { Provider } from "./Provider.js"

/** Which of an organization's credentials: of all its workspaces, and for all providers, where that is null. */
export interface ByokList {
  readonly workspaceId: WorkspaceId | null
  readonly provider: Provider | null
}

/** What may change of a credential. Its secret goes with its label. */
export type ByokChange = Partial<
  Omit<ByokRecord, "id" | "organization_id" | "workspace_id" | "provider" | "created_at">
>

/** Where provider credentials live. One method is one atomic act. */
export class ByokStore extends Context.Tag("@tollgate/core/ByokStore")<
  ByokStore,
  {
    readonly insert: (credential: ByokRecord) => Effect.Effect<void, StorageFailure>
    /** Without the sealed secret, which reading never touches. */
    readonly find: (
      organizationId: OrganizationId,
      id: ByokId
    ) => Effect.Effect<Option.Option<ByokCredential>, StorageFailure>
    /** By provider, then in their order, then by id. */
    readonly list: (
      organizationId: OrganizationId,
      list: ByokList,
      page: Page
    ) => Effect.Effect<Paged<ByokCredential>, StorageFailure>
    /** All of a workspace for one provider, in their order and then by id, with their sealed secrets. */
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
    /** Deletes a credential with its sealed secret; the id of what it deleted, if there was one. */
    readonly delete: (
      organizationId: OrganizationId,
      id: ByokId
    ) => Effect.Effect<Option.Option<ByokId>, StorageFailure>
    /** One more than the last of the workspace's credentials for the provider; 0 for the first. */
    readonly nextSortOrder: (
      organizationId: OrganizationId,
      workspaceId: WorkspaceId,
      provider: Provider
    ) => Effect.Effect<number, StorageFailure>
  }
>() {}

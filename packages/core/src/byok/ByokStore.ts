import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { StoreOf } from "../records/Records.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { ByokRecord } from "./ByokRecord.js"
import type { byokRecords } from "./byokRecords.js"
import type { Provider } from "./Provider.js"

interface Order {
  /** All credentials of a workspace for one provider, by `sort_order`, then by id, with their sealed secrets. */
  readonly ofProvider: (
    organizationId: OrganizationId,
    workspaceId: WorkspaceId,
    provider: Provider
  ) => Effect.Effect<ReadonlyArray<ByokRecord>, StorageFailure>
  /** One more than the greatest `sort_order` of the workspace's credentials for the provider; 0 for the first. */
  readonly nextSortOrder: (
    organizationId: OrganizationId,
    workspaceId: WorkspaceId,
    provider: Provider
  ) => Effect.Effect<number, StorageFailure>
}

/** Stores provider credentials. Each method is atomic. Only `ofProvider` returns sealed secrets. */
export class ByokStore extends Context.Tag("@tollgate/core/ByokStore")<
  ByokStore,
  StoreOf<typeof byokRecords> & Order
>() {}

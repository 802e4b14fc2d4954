import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { OrganizationId, WorkspaceId } from "../Id.js"
import type { StorageFailure } from "../StorageFailure.js"
import type { ByokCredential, ByokId } from "./ByokCredential.js"
import type { ByokRecord } from "./ByokRecord.js"
import type { Provider } from "./Provider.js"

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
    /** One more than the last of the workspace's credentials for the provider; 0 for the first. */
    readonly nextSortOrder: (
      organizationId: OrganizationId,
      workspaceId: WorkspaceId,
      provider: Provider
    ) => Effect.Effect<number, StorageFailure>
  }
>() {}

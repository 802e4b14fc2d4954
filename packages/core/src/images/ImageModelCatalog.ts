import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId } from "../values/Id.js"
import type { NewImageModel } from "./ImageModel.js"

/** Where an organization's image models live. One method is one atomic act. */
export class ImageModelCatalog extends Context.Tag("@tollgate/core/ImageModelCatalog")<
  ImageModelCatalog,
  {
    /** Replaces the whole catalogue. */
    readonly replace: (
      organizationId: OrganizationId,
      models: ReadonlyArray<NewImageModel>
    ) => Effect.Effect<void, StorageFailure>
    /** All of them, in the order that they were given in. */
    readonly list: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<NewImageModel>, StorageFailure>
  }
>() {}

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId } from "../values/Id.js"
import type { ImageModelId, NewImageModel } from "./ImageModel.js"

/** Stores the image models of each organization. Each method is atomic. */
export class ImageModelCatalog extends Context.Tag("@tollgate/core/ImageModelCatalog")<
  ImageModelCatalog,
  {
    /** Replaces the whole catalogue. */
    readonly replace: (
      organizationId: OrganizationId,
      models: ReadonlyArray<NewImageModel>
    ) => Effect.Effect<void, StorageFailure>
    /** All models, in the order in which they were stored. */
    readonly list: (organizationId: OrganizationId) => Effect.Effect<ReadonlyArray<NewImageModel>, StorageFailure>
    readonly find: (
      organizationId: OrganizationId,
      id: ImageModelId
    ) => Effect.Effect<Option.Option<NewImageModel>, StorageFailure>
  }
>() {}

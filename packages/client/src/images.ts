import * as Core from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import type { CallOptions, Transport } from "./Transport.js"

/** An image model as it is shown; `created` is a Unix time in seconds. */
export interface ImageModel extends Schema.Schema.Encoded<typeof Core.ImageModel> {}
/** A whole catalogue: at most 1,000 models, each once. */
export interface NewImageModels extends Schema.Schema.Encoded<typeof Core.NewImageModels> {}

/** The catalogue of image models. */
export interface Images {
  /** All models, by id. Any key may read them. */
  list(options?: CallOptions): Promise<ReadonlyArray<ImageModel>>
  /** Replaces the catalogue, all or nothing, and answers with it as it is listed. */
  replace(input: NewImageModels, options?: CallOptions): Promise<ReadonlyArray<ImageModel>>
}

const ImageModels = Schema.Array(Core.ImageModel)

export const images = <R>({ answer, call, client }: Transport<R>): Images => ({
  list: (options) => answer(client.images.listImageModels({}), ImageModels, options),
  replace: (input, options) =>
    call(Core.NewImageModels, input, (payload) => client.images.replaceImageModels({ payload }), ImageModels, options)
})

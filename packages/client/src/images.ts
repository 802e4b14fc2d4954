import * as Core from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import type { ImageModel, NewImageModels } from "./models/images.js"
import type { CallOptions, Transport } from "./Transport.js"

/** The catalog of image models. */
export interface Images {
  /**
   * Returns all image models, sorted by id.
   *
   * @example
   * const models = await account.images.list()
   */
  list(options?: CallOptions): Promise<ReadonlyArray<ImageModel>>
  /**
   * Replaces the whole catalog in one transaction and returns it.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * await account.images.replace({ models: [] })
   */
  replace(input: NewImageModels, options?: CallOptions): Promise<ReadonlyArray<ImageModel>>
}

const ImageModels = Schema.Array(Core.ImageModel)

export const images = <R>({ answer, call, client }: Transport<R>): Images => ({
  list: (options) => answer(client.images.listImageModels({}), ImageModels, options),
  replace: (input, options) =>
    call(Core.NewImageModels, input, (payload) => client.images.replaceImageModels({ payload }), ImageModels, options)
})

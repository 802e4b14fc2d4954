import type { ImageModel, ImageModelEndpoints, NewImageModels } from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** The catalogue of image models. */
export interface Images {
  /**
   * Returns all image models, sorted by id.
   *
   * @example
   * const models = await account.images.list()
   */
  list(options?: CallOptions): Promise<ReadonlyArray<ImageModel>>
  /**
   * Returns the providers that serve an image model, by the two parts of its id.
   *
   * @throws {ImageModelNotFound} if the catalogue has no model with this id.
   * @example
   * const { endpoints } = await account.images.listEndpoints("acme", "painter")
   */
  listEndpoints(author: string, slug: string, options?: CallOptions): Promise<ImageModelEndpoints>
  /**
   * Replaces the whole catalogue in one transaction and returns it.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * await account.images.replace({ models: [] })
   */
  replace(input: NewImageModels, options?: CallOptions): Promise<ReadonlyArray<ImageModel>>
}

export const images = (transport: Transport): Images => {
  const { reads, takes } = methodsOf(transport)
  return {
    list: reads("listImageModels"),
    listEndpoints: reads("listImageModelEndpoints"),
    replace: takes("replaceImageModels")
  }
}

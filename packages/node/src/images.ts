import { ImageModel, listImageModels, NewCatalog, replaceImageModels } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type CallOptions, type Run, read } from "./Run.js"

const readCatalog = read(NewCatalog)

/** The catalogue of image models. */
export const images = (run: Run) => ({
  /** All models, by id. */
  list: (options?: CallOptions) => run(listImageModels(), Schema.Array(ImageModel), options),
  /** Replaces the catalogue, all or nothing. */
  replace: (input: typeof NewCatalog.Encoded, options?: CallOptions) =>
    run(Effect.flatMap(readCatalog(input), replaceImageModels), Schema.Void, options)
})

import * as Schema from "effect/Schema"
import { expected, strict } from "../Input.js"
import { Name, text } from "../Text.js"

/** `<vendor>/<model>`. */
export const ImageModelId = Schema.String.pipe(
  Schema.filter((id) => id.length <= 255 && /^[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._:-]*$/.test(id), {
    arbitrary: () => (fc) => fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,9}\/[a-z0-9][a-z0-9._:-]{0,19}$/)
  }),
  Schema.brand("ImageModelId"),
  expected("<vendor>/<model> in lower case")
)
export type ImageModelId = typeof ImageModelId.Type

const Modalities = Schema.Struct({
  input_modalities: Schema.Array(Schema.String),
  output_modalities: Schema.Array(Schema.String)
})

/** Which values a parameter may have. */
const ParameterDescriptor = Schema.Struct({ type: Schema.Literal("enum"), values: Schema.Array(Schema.String) })

/** A model as the catalogue keeps it. `created` is a Unix time in seconds. */
export const CatalogEntry = Schema.Struct({
  id: ImageModelId,
  name: Name,
  description: text(4000, 0),
  created: Schema.Int.pipe(Schema.nonNegative()),
  architecture: Modalities,
  supported_parameters: Schema.Record({ key: Schema.String, value: ParameterDescriptor }),
  supports_streaming: Schema.Boolean
}).annotations({ identifier: "CatalogEntry" })
export type CatalogEntry = typeof CatalogEntry.Type

/** A model as it is shown: with the path of its endpoints' listing. */
export const ImageModel = Schema.Struct({
  ...CatalogEntry.fields,
  name: Schema.String,
  description: Schema.String,
  created: Schema.Int,
  id: Schema.String,
  endpoints: Schema.String
}).annotations({ identifier: "ImageModel" })
export type ImageModel = typeof ImageModel.Type

export const NewCatalog = Schema.Struct({
  models: Schema.Array(CatalogEntry).pipe(
    Schema.maxItems(1000),
    Schema.filter((models) => new Set(models.map(({ id }) => id)).size === models.length || "each model once")
  )
}).annotations({ identifier: "NewCatalog", ...strict })
export type NewCatalog = typeof NewCatalog.Type

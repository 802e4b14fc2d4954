import * as Schema from "effect/Schema"
import { expected } from "../expected.js"
import { fieldName } from "../fieldName.js"
import { Name } from "../Name.js"
import { strict } from "../strict.js"
import { text } from "../text.js"

/** `<vendor>/<model>`. */
export const ImageModelId = Schema.String.pipe(
  Schema.filter((id) => id.length <= 255 && /^[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._:-]*$/.test(id), {
    arbitrary: () => (fc) => fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,9}\/[a-z0-9][a-z0-9._:-]{0,19}$/)
  }),
  Schema.brand("ImageModelId"),
  expected("<vendor>/<model> in lower case")
)
export type ImageModelId = typeof ImageModelId.Type

const architecture = (modality: Schema.Schema<string>) =>
  Schema.Struct({ input_modalities: Schema.Array(modality), output_modalities: Schema.Array(modality) })

/** Which values each parameter may have. */
const parameters = (key: Schema.Schema<string>, value: Schema.Schema<string>) =>
  Schema.Record({ key, value: Schema.Struct({ type: Schema.Literal("enum"), values: Schema.Array(value) }) })

/** A model as the catalogue keeps it. `created` is a Unix time in seconds. */
export const CatalogEntry = Schema.Struct({
  id: ImageModelId,
  name: Name,
  description: text(4000, 0),
  created: Schema.Int.pipe(Schema.nonNegative(), expected("a Unix time in whole seconds")),
  architecture: architecture(Name),
  supported_parameters: parameters(fieldName(Name), Name),
  supports_streaming: Schema.Boolean
}).annotations({ identifier: "CatalogEntry" })
export type CatalogEntry = typeof CatalogEntry.Type

/** A model as it is shown: with the path of its endpoints' listing. */
export const ImageModel = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  description: Schema.String,
  created: Schema.Int,
  architecture: architecture(Schema.String),
  endpoints: Schema.String,
  supported_parameters: parameters(Schema.String, Schema.String),
  supports_streaming: Schema.Boolean
}).annotations({ identifier: "ImageModel" })
export type ImageModel = typeof ImageModel.Type

/** A whole catalogue: at most 1,000 models, each once. */
export const NewCatalog = Schema.Struct({
  models: Schema.Array(CatalogEntry).pipe(
    Schema.maxItems(1000),
    Schema.filter((models) => new Set(models.map(({ id }) => id)).size === models.length || "each model once")
  )
}).annotations({ identifier: "NewCatalog", ...strict })
export type NewCatalog = typeof NewCatalog.Type

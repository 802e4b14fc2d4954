import * as Schema from "effect/Schema"
import { EXPECTED, expected } from "../expected.js"
import { field } from "../field.js"
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
  Schema.Struct({
    input_modalities: field(Schema.Array(modality), "What it takes", ["text"]),
    output_modalities: field(Schema.Array(modality), "What it makes", ["image"])
  })

/** Which values each parameter may have. */
const parameters = (key: Schema.Schema<string>, value: Schema.Schema<string>) =>
  Schema.Record({
    key,
    value: Schema.Struct({
      type: field(Schema.Literal("enum"), "How the values are told: `enum` lists them"),
      values: field(Schema.Array(value), "The values that are taken", ["1:1", "16:9"])
    })
  })

/** A model as the catalogue keeps it. `created` is a Unix time in seconds. */
export const CatalogEntry = Schema.Struct({
  id: field(ImageModelId, "`<vendor>/<model>` in lower case", ImageModelId.make("acme/painter")),
  name: field(Name, "The name that people read", "Painter"),
  description: field(text(4000, 0), "What it is good for, in at most 4000 characters", "Paints what it is told"),
  created: field(
    Schema.Int.pipe(Schema.nonNegative(), expected("a Unix time in whole seconds")),
    "When it came out: a Unix time in seconds",
    1_767_225_600
  ),
  architecture: field(architecture(Name), "Kinds of input and output"),
  supported_parameters: field(parameters(fieldName(Name), Name), "Its parameters by name", {
    aspect_ratio: { type: "enum", values: ["1:1", "16:9"] }
  }),
  supports_streaming: field(Schema.Boolean, "Whether it sends images while it makes them")
}).annotations({ identifier: "CatalogEntry", description: "An image generation model, as the catalogue keeps it." })
export type CatalogEntry = typeof CatalogEntry.Type

/** A model as it is shown: with the path of its endpoints' listing. */
export const ImageModel = Schema.Struct({
  id: field(Schema.String, "`<vendor>/<model>`", "acme/painter"),
  name: field(Schema.String, "The name that people read", "Painter"),
  description: field(Schema.String, "What it is good for", "Paints what it is told"),
  created: field(Schema.Int, "When it came out: a Unix time in seconds", 1_767_225_600),
  architecture: field(architecture(Schema.String), "Kinds of input and output"),
  endpoints: field(Schema.String, "Path of the list of its endpoints", "/api/v1/images/models/acme/painter/endpoints"),
  supported_parameters: field(parameters(Schema.String, Schema.String), "Its parameters by name", {
    aspect_ratio: { type: "enum", values: ["1:1", "16:9"] }
  }),
  supports_streaming: field(Schema.Boolean, "Whether it sends images while it makes them")
}).annotations({ identifier: "ImageModel", description: "An image generation model of the catalogue." })
export type ImageModel = typeof ImageModel.Type

/** A model as it is shown. */
export const show =
  (basePath: string) =>
  (model: CatalogEntry): ImageModel => ({
    ...model,
    endpoints: `${basePath}/api/v1/images/models/${model.id}/endpoints`
  })

/** A whole catalogue: at most 1,000 models, each once. */
export const NewCatalog = Schema.Struct({
  models: Schema.Array(CatalogEntry).pipe(
    Schema.maxItems(1000, { description: "All models: at most 1000, and each once" }),
    Schema.filter(
      (models) => new Set(models.map(({ id }) => id)).size === models.length || `${EXPECTED}each model once`
    )
  )
}).annotations({ identifier: "NewCatalog", description: "A whole catalogue of image models.", ...strict })
export type NewCatalog = typeof NewCatalog.Type

import * as Schema from "effect/Schema"
import { EXPECTED, expected } from "../schema/expected.js"
import { fieldName } from "../schema/fieldName.js"
import { documented, strict } from "../schema/fields.js"
import { text } from "../schema/text.js"
import { Name } from "../values/Name.js"

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
    input_modalities: documented(Schema.Array(modality), "What it takes", ["text"]),
    output_modalities: documented(Schema.Array(modality), "What it makes", ["image"])
  })

/** Which values each parameter may have. */
const parameters = (key: Schema.Schema<string>, value: Schema.Schema<string>) =>
  Schema.Record({
    key,
    value: Schema.Struct({
      type: documented(Schema.Literal("enum"), "How the values are told: `enum` lists them"),
      values: documented(Schema.Array(value), "The values that are taken", ["1:1", "16:9"])
    })
  })

/** A model as the catalogue keeps it. `created` is a Unix time in seconds. */
export const NewImageModel = Schema.Struct({
  id: documented(ImageModelId, "`<vendor>/<model>` in lower case", ImageModelId.make("acme/painter")),
  name: documented(Name, "The name that people read", "Painter"),
  description: documented(text(4000, 0), "What it is good for, in at most 4000 characters", "Paints what it is told"),
  created: documented(
    Schema.Int.pipe(Schema.nonNegative(), expected("a Unix time in whole seconds")),
    "When it came out: a Unix time in seconds",
    1_767_225_600
  ),
  architecture: documented(architecture(Name), "Kinds of input and output"),
  supported_parameters: documented(parameters(fieldName(Name), Name), "Its parameters by name", {
    aspect_ratio: { type: "enum", values: ["1:1", "16:9"] }
  }),
  supports_streaming: documented(Schema.Boolean, "Whether it sends images while it makes them")
}).annotations({ identifier: "NewImageModel", description: "An image generation model, as the catalogue keeps it." })
export interface NewImageModel extends Schema.Schema.Type<typeof NewImageModel> {}

/** A model as it is shown: with the path of its endpoints' listing. */
export const ImageModel = Schema.Struct({
  id: documented(Schema.String, "`<vendor>/<model>`", "acme/painter"),
  name: documented(Schema.String, "The name that people read", "Painter"),
  description: documented(Schema.String, "What it is good for", "Paints what it is told"),
  created: documented(Schema.Int, "When it came out: a Unix time in seconds", 1_767_225_600),
  architecture: documented(architecture(Schema.String), "Kinds of input and output"),
  endpoints: documented(
    Schema.String,
    "Path of the list of its endpoints",
    "/api/v1/images/models/acme/painter/endpoints"
  ),
  supported_parameters: documented(parameters(Schema.String, Schema.String), "Its parameters by name", {
    aspect_ratio: { type: "enum", values: ["1:1", "16:9"] }
  }),
  supports_streaming: documented(Schema.Boolean, "Whether it sends images while it makes them")
}).annotations({ identifier: "ImageModel", description: "An image generation model of the catalogue." })
export interface ImageModel extends Schema.Schema.Type<typeof ImageModel> {}

/** A model as it is shown. */
export const show =
  (basePath: string) =>
  (model: NewImageModel): ImageModel => ({
    ...model,
    endpoints: `${basePath}/api/v1/images/models/${model.id}/endpoints`
  })

/** A whole catalogue: at most 1,000 models, each once. */
export const NewImageModels = Schema.Struct({
  models: Schema.Array(NewImageModel).pipe(
    Schema.maxItems(1000, { description: "All models: at most 1000, and each once" }),
    Schema.filter(
      (models) => new Set(models.map(({ id }) => id)).size === models.length || `${EXPECTED}each model once`
    )
  )
}).annotations({ identifier: "NewImageModels", description: "A whole catalogue of image models.", ...strict })
export interface NewImageModels extends Schema.Schema.Type<typeof NewImageModels> {}

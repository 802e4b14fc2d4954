import * as Schema from "effect/Schema"
import { EXPECTED, expected } from "../schema/expected.js"
import { documented, strict } from "../schema/fields.js"
import { matching } from "../schema/matching.js"
import { fieldName, text, utf8Bytes } from "../schema/text.js"
import { unchecked } from "../schema/unchecked.js"
import { Name } from "../values/Name.js"
import { NewImageEndpoint } from "./ImageEndpoint.js"
import { ParameterDescriptor, parameterDescriptorInput } from "./ParameterDescriptor.js"

const [vendor, model] = ["[a-z0-9][a-z0-9._-]*", "[a-z0-9][a-z0-9._:-]*"]

/** The part of an image model's id before the slash. */
export const ImageModelVendor = Schema.String.pipe(Schema.pattern(new RegExp(`^${vendor}$`)))

/** The part of an image model's id after the slash. */
export const ImageModelSlug = Schema.String.pipe(Schema.pattern(new RegExp(`^${model}$`)))

/** Id of an image model, `<vendor>/<model>`: at most 255 lowercase characters. */
export const ImageModelId = Schema.String.pipe(
  Schema.maxLength(255),
  Schema.pattern(new RegExp(`^${vendor}/${model}$`), {
    arbitrary: matching(/^[a-z0-9][a-z0-9._-]{0,9}\/[a-z0-9][a-z0-9._:-]{0,19}$/)
  }),
  Schema.brand("ImageModelId"),
  expected("a model id of the form <vendor>/<model>, in lowercase")
)
export type ImageModelId = typeof ImageModelId.Type

const architecture = (modality: Schema.Schema<string>) =>
  Schema.Struct({
    input_modalities: documented(Schema.Array(modality), "Kinds of input, such as text.", ["text"]),
    output_modalities: documented(Schema.Array(modality), "Kinds of output, such as image.", ["image"])
  })

const parameters = {
  aspect_ratio: { type: "enum", values: ["1:1", "16:9"] },
  steps: { type: "range", min: 1, max: 50 },
  transparent: { type: "boolean" }
} as const

/** Input for an image model of the catalogue, and the form in which it is stored. */
export const NewImageModel = Schema.Struct({
  id: documented(
    ImageModelId,
    "Model id of the form `<vendor>/<model>`, in lowercase.",
    ImageModelId.make("acme/painter")
  ),
  name: documented(Name, "Display name.", "Painter"),
  description: documented(
    text(4000, 0),
    "Description of the model, at most 4000 characters.",
    "Paints from a description"
  ),
  created: documented(
    Schema.Int.pipe(Schema.nonNegative(), expected("a Unix time in whole seconds")),
    "Release time as a Unix timestamp in seconds.",
    1_767_225_600
  ),
  architecture: documented(architecture(Name), "Input and output modalities."),
  supported_parameters: documented(
    Schema.Record({ key: fieldName(Name), value: parameterDescriptorInput(Name) }),
    "Supported parameters by name.",
    parameters
  ),
  supports_streaming: documented(Schema.Boolean, "Whether the model can stream its output."),
  endpoints: Schema.optional(
    Schema.Array(NewImageEndpoint).pipe(Schema.maxItems(64), expected("a list of at most 64 endpoints"))
  ).annotations({ description: "The providers that serve the model, at most 64. None if absent." })
}).annotations({ identifier: "NewImageModel", description: "Input for an image generation model of the catalogue." })
export interface NewImageModel extends Schema.Schema.Type<typeof NewImageModel> {}

/** An image model as the API returns it, with the path of its list of endpoints. */
export const ImageModel = Schema.Struct({
  id: documented(unchecked(ImageModelId), "Model id of the form `<vendor>/<model>`.", "acme/painter"),
  name: documented(unchecked(Name), "Display name.", "Painter"),
  description: documented(unchecked(text(4000, 0)), "Description of the model.", "Paints from a description"),
  created: documented(Schema.Int, "Release time as a Unix timestamp in seconds.", 1_767_225_600),
  architecture: documented(architecture(unchecked(Name)), "Input and output modalities."),
  endpoints: documented(
    Schema.String,
    "Path of the list of the model's endpoints.",
    "/api/v1/images/models/acme/painter/endpoints"
  ),
  supported_parameters: documented(
    Schema.Record({ key: Schema.String, value: ParameterDescriptor }),
    "Supported parameters by name.",
    parameters
  ),
  supports_streaming: documented(Schema.Boolean, "Whether the model can stream its output.")
}).annotations({ identifier: "ImageModel", description: "An image generation model." })
export interface ImageModel extends Schema.Schema.Type<typeof ImageModel> {}

export const show =
  (basePath: string) =>
  (model: NewImageModel): ImageModel => ({
    ...model,
    endpoints: `${basePath}/api/v1/images/models/${model.id}/endpoints`
  })

const MAX_BYTES = 5_000_000

/** Input for replacing the catalogue: at most 1,000 models of together 5,000,000 bytes as JSON in UTF-8, each id once. */
export const NewImageModels = Schema.Struct({
  models: Schema.Array(NewImageModel).pipe(
    Schema.maxItems(1000, {
      description:
        "All models of the catalogue: at most 1000, and at most 5000000 bytes as JSON in UTF-8. Ids are unique."
    }),
    Schema.filter(
      (models) => new Set(models.map(({ id }) => id)).size === models.length || `${EXPECTED}each model id once`
    ),
    Schema.filter(
      (models) =>
        utf8Bytes(JSON.stringify(models)) <= MAX_BYTES ||
        `${EXPECTED}models that take at most ${MAX_BYTES} bytes as JSON`
    )
  )
}).annotations({
  identifier: "NewImageModels",
  description: "Input for replacing the catalogue of image models.",
  ...strict
})
export interface NewImageModels extends Schema.Schema.Type<typeof NewImageModels> {}

import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { documented, nullable, required } from "../schema/fields.js"
import { fieldName } from "../schema/text.js"
import { unchecked } from "../schema/unchecked.js"
import { Name } from "../values/Name.js"
import { ParameterDescriptor, parameterDescriptorInput } from "./ParameterDescriptor.js"

const DEAREST = 1_000_000_000

/** A price in USD. Negative zero becomes zero, as JSON has it. It is not rounded: prices of a pixel are far below a nano-dollar. */
const Price = Schema.transform(
  Schema.Finite.pipe(Schema.between(0, DEAREST)),
  Schema.Finite.pipe(
    Schema.between(0, DEAREST),
    Schema.filter((value) => !Object.is(value, -0))
  ),
  { strict: true, decode: (value) => value + 0, encode: (value) => value }
).pipe(expected(`a number from 0 to ${DEAREST}`))

const variant = "Distinguishes several prices of one unit, such as a size or a quality."

/** A price of an image model at a provider, as a request states it. */
const NewImagePrice = Schema.Struct({
  billable: required(Name, "What is billed, such as output_image, input_image or input_text."),
  unit: required(Name, "Unit that the price applies to, such as image, megapixel or token."),
  cost_usd: required(Price, "Price of one unit, in USD."),
  variant: Schema.optional(Name).annotations({ description: variant, examples: ["1024x1024"] })
})

/** A price of an image model at a provider. */
const ImagePrice = Schema.Struct({
  billable: documented(
    unchecked(Name),
    "What is billed, such as output_image, input_image or input_text.",
    "output_image"
  ),
  unit: documented(unchecked(Name), "Unit that the price applies to, such as image, megapixel or token.", "image"),
  cost_usd: documented(Schema.Finite, "Price of one unit, in USD.", 0.04),
  variant: Schema.optional(unchecked(Name)).annotations({ description: variant, examples: ["1024x1024"] })
})

const list = <A, I>(item: Schema.Schema<A, I>, most: number, what: string) =>
  Schema.Array(item).pipe(Schema.maxItems(most, { description: `${what} At most ${most}.` }))

const passthrough = "Names of the provider's own parameters that are passed through to it."

/** Input for a provider that serves an image model, and the form in which it is stored. */
export const NewImageEndpoint = Schema.Struct({
  provider_name: required(Name, "Display name of the provider."),
  provider_slug: required(Name, "Name of the provider in requests."),
  provider_tag: nullable(Schema.NullOr(Name), "Name by which a request selects this endpoint. Null if it has none."),
  supported_parameters: required(
    Schema.Record({ key: fieldName(Name), value: parameterDescriptorInput(Name) }),
    "Supported parameters by name."
  ),
  supports_streaming: required(Schema.Boolean, "Whether the endpoint can stream its output."),
  pricing: required(list(NewImagePrice, 64, "Prices."), "Prices. At most 64."),
  allowed_passthrough_parameters: Schema.optionalWith(list(Name, 64, passthrough), {
    default: (): ReadonlyArray<string> => []
  }).annotations({ description: passthrough })
}).annotations({
  identifier: "NewImageEndpoint",
  description: "Input for a provider that serves an image model.",
  examples: [
    {
      provider_name: "Acme Cloud",
      provider_slug: "acme-cloud",
      provider_tag: null,
      supported_parameters: { steps: { type: "range", min: 1, max: 50 } },
      supports_streaming: false,
      pricing: [{ billable: "output_image", unit: "image", cost_usd: 0.04 }],
      allowed_passthrough_parameters: []
    }
  ]
})
export interface NewImageEndpoint extends Schema.Schema.Type<typeof NewImageEndpoint> {}

/** A provider that serves an image model. */
export const ImageEndpoint = Schema.Struct({
  provider_name: documented(unchecked(Name), "Display name of the provider.", "Acme Cloud"),
  provider_slug: documented(unchecked(Name), "Name of the provider in requests.", "acme-cloud"),
  provider_tag: documented(
    Schema.NullOr(unchecked(Name)),
    "Name by which a request selects this endpoint. Null if it has none.",
    null
  ),
  supported_parameters: documented(
    Schema.Record({ key: Schema.String, value: ParameterDescriptor }),
    "Supported parameters by name.",
    { steps: { type: "range", min: 1, max: 50 } }
  ),
  supports_streaming: documented(Schema.Boolean, "Whether the endpoint can stream its output."),
  pricing: documented(Schema.Array(ImagePrice), "Prices."),
  allowed_passthrough_parameters: documented(Schema.Array(unchecked(Name)), passthrough, ["style_preset"])
}).annotations({ identifier: "ImageEndpoint", description: "A provider that serves an image model." })
export interface ImageEndpoint extends Schema.Schema.Type<typeof ImageEndpoint> {}

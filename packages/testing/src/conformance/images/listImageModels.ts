import * as Schema from "effect/Schema"
import { type Expectation, notFound, ok, rowsOf } from "../Expectation.js"
import { general } from "../families/general.js"
import { inOrder } from "../families/paging.js"
import { rateLimit } from "../families/rateLimit.js"
import { about, type Family } from "../Subject.js"

const texts = Schema.Array(Schema.String)

/** The whole body, as it must be whatever the contract's own schema says. */
const Models = Schema.Array(
  Schema.Struct({
    id: Schema.String.pipe(Schema.pattern(/^[^/]+\/.+$/)),
    name: Schema.String,
    description: Schema.String,
    created: Schema.Int,
    architecture: Schema.Struct({ input_modalities: texts, output_modalities: texts }),
    endpoints: Schema.String.pipe(Schema.pattern(/\/images\/models\/.+\/endpoints$/)),
    supported_parameters: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
    supports_streaming: Schema.Boolean
  })
)

const list: Expectation = {
  ...ok({ data: Models }),
  check: (body) => (inOrder(rowsOf(body), "id") ? [] : ["body.data is not by id"])
}

const others = {
  singular: "/images/model",
  "in capitals": "/images/MODELS",
  "without the last part": "/images",
  "with an encoded slash": "/images%2Fmodels",
  "with an extension": "/images/models.json"
}

const catalogue: Family = ({ asks, refuses }) => [
  asks("the other organization's management key", ({ by, run }) => by(run.other), list),
  ...Object.entries(others).map(([name, path]) => refuses(`path: ${name}`, { path }, notFound))
]

export const listImageModels = about("listImageModels", { expect: () => list }, general, rateLimit, catalogue)

import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"

/** The most thresholds of an organization. */
const MAX_THRESHOLDS = 10

const isAscending = (values: ReadonlyArray<number>) =>
  values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0))

/**
 * The shares of limits that alerts are about: at most 10 whole percentages from 1 to 100, in ascending order, each once. Of an empty list, no
 * threshold is reported.
 */
export const AlertThresholds = Schema.Array(
  Schema.Int.pipe(Schema.between(1, 100)).annotations({ description: "Percentage of a limit." })
).pipe(Schema.maxItems(MAX_THRESHOLDS), Schema.filter(isAscending, { jsonSchema: { uniqueItems: true } }))

/** The same in a request. Null means the default. */
export const AlertThresholdsInput = Schema.NullOr(AlertThresholds).pipe(
  expected(`at most ${MAX_THRESHOLDS} whole numbers from 1 to 100 in ascending order, each once, or null`)
)

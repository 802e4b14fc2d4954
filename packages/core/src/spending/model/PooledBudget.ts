import * as Either from "effect/Either"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { expected } from "../../schema/expected.js"
import { documented, required, strict } from "../../schema/fields.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import { refusal } from "../../schema/refusal.js"
import * as Usd from "../../values/Usd.js"

/** Interval of a pooled budget: a UTC day, a week from Monday, a calendar month, or the whole life of what has the budget. */
export const BudgetInterval = Schema.Literal("daily", "weekly", "monthly", "lifetime")
export type BudgetInterval = typeof BudgetInterval.Type

/** A limit on what all API keys of a workspace, or of an organization, spend together in an interval. */
export const PooledBudget = Schema.Struct({
  interval: documented(
    BudgetInterval,
    "Interval of the budget. All but lifetime start again at midnight UTC.",
    "monthly"
  ),
  limit_usd: documented(Usd.UsdFromNumber, "Spending limit in USD.", Usd.fromNumber(100)),
  boost_usd: documented(Usd.UsdFromNumber, "Amount that boosts in force add to the limit, in USD.", Usd.zero),
  spent_usd: documented(
    Usd.UsdFromNumber,
    "Cost of settled requests in the current interval, in USD. BYOK usage does not count.",
    Usd.fromNumber(12.5)
  ),
  held_usd: documented(Usd.UsdFromNumber, "Sum of open holds in the current interval, in USD.", Usd.fromNumber(0.25)),
  unknown_usd: documented(
    Usd.UsdFromNumber,
    "Sum of holds with an unknown outcome in the current interval, in USD. It counts like held.",
    Usd.zero
  ),
  remaining_usd: documented(
    Usd.UsdFromNumber,
    "The limit and the boost minus spent, held and unknown, in USD. Negative if the limit is exceeded.",
    Usd.fromNumber(87.25)
  ),
  resets_at: documented(
    Schema.NullOr(Schema.DateTimeUtc),
    "End of the current interval (UTC). Null for the interval lifetime.",
    null
  )
}).annotations({
  identifier: "PooledBudget",
  description: "A limit on what all API keys of a workspace, or of an organization, spend together in an interval."
})
export interface PooledBudget extends Schema.Schema.Type<typeof PooledBudget> {}

/** Input for setting a pooled budget. */
export const NewPooledBudget = Schema.Struct({
  limit_usd: required(
    Usd.UsdAmount,
    "Spending limit in USD. Must be greater than the limit of any shorter interval and less than that of any longer one."
  )
}).annotations({
  identifier: "NewPooledBudget",
  description: "Input for setting a budget.",
  examples: [{ limit_usd: Usd.fromNumber(100) }],
  ...strict
})
export interface NewPooledBudget extends Schema.Schema.Type<typeof NewPooledBudget> {}

/** The interval of a budget in the path of a request. */
const IntervalPath = Schema.Struct({ interval: BudgetInterval.pipe(expected("daily, weekly, monthly or lifetime")) })

/** Reads an interval that a request names. Fails with `InvalidInput`. */
export const requireInterval = (interval: string): Either.Either<BudgetInterval, InvalidInput> =>
  Schema.decodeUnknownEither(IntervalPath)({ interval }).pipe(
    Either.mapBoth({ onLeft: InvalidInput.fromParseError, onRight: (path) => path.interval })
  )

/** Reads an interval in a request; none if there is no such interval. */
export const readInterval: (text: unknown) => Option.Option<BudgetInterval> = Schema.decodeUnknownOption(BudgetInterval)

/** There is no budget for this interval. */
export class BudgetNotFound extends refusal<BudgetNotFound>()("BudgetNotFound", {
  interval: Schema.NullOr(BudgetInterval)
}) {}

/** The limit is not above those of the shorter intervals and below those of the longer ones. */
export class BudgetOutOfOrder extends refusal<BudgetOutOfOrder>()("BudgetOutOfOrder", {}) {}

import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { EXPECTED, expected } from "../../schema/expected.js"
import { optional, required, strict } from "../../schema/fields.js"
import { MAX_RUN_DEPTH, MAX_RUN_ID_LENGTH, RUN_ID, RUN_ID_PATTERN } from "../../schema/idForms.js"
import { RequestLimit } from "../../values/RequestCount.js"
import * as Usd from "../../values/Usd.js"
import { type RunTerms, type ScopeTerms, unlimited } from "./Scope.js"

/** The name of a run below the one above it. */
export const RunId = Schema.String.pipe(
  Schema.maxLength(MAX_RUN_ID_LENGTH),
  Schema.pattern(new RegExp(`^${RUN_ID_PATTERN}$`)),
  expected(RUN_ID)
)

/** How long a run admits requests, in seconds: 1 to 31,536,000 (365 days). */
export const RunSeconds = Schema.Int.pipe(
  Schema.between(1, 31_536_000),
  expected("a whole number of seconds from 1 to 31536000")
)

/** What may be stated of a run. */
export const runLimits = {
  limit_usd: optional(
    Schema.NullOr(Usd.UsdLimit),
    "Spending limit of the run and all runs below it together, in USD. 0 blocks all spending; null means no limit."
  ),
  max_in_flight: optional(RequestLimit, "Maximum number of open holds at a time. Null means no limit."),
  max_requests: optional(RequestLimit, "Maximum number of requests. Null means no limit."),
  expires_in: optional(
    RunSeconds,
    "Seconds from the creation of the run until it ends: 1 to 31,536,000. Ignored if the run exists."
  )
}

/** A step of the path of a run: the name of a run, and what is stated of it. */
export const RunStep = Schema.Struct({
  id: required(RunId, `Name of the run below the one before it: ${RUN_ID}.`),
  ...runLimits
}).annotations({
  identifier: "RunStep",
  description:
    "A run of a path. If it does not exist, it is created with the limits that are stated; if it exists, they must be its own, except for a request that was made without a hold. Without limits, the last run of a path is created, and a run above it must exist.",
  examples: [{ id: "job-7", limit_usd: Usd.fromNumber(5) }, { id: "researcher" }],
  // What is wrong inside of an object is told by its fields.
  message: ({ actual }) => ({
    message: `${EXPECTED}an object with the id of a run`,
    override: !Predicate.isRecord(actual)
  }),
  ...strict
})
export interface RunStep extends Schema.Schema.Type<typeof RunStep> {}

// Not `expected`, which would hide what is wrong inside of a step.
const ofSteps = {
  message: () => `${EXPECTED}a list of 1 to ${MAX_RUN_DEPTH} runs, from the outermost to the run of the request`
}

/** The runs of a request, from the outermost to its own: 1 to 8. */
export const RunSteps = Schema.Array(RunStep)
  .annotations(ofSteps)
  .pipe(Schema.minItems(1, ofSteps), Schema.maxItems(MAX_RUN_DEPTH, ofSteps))

/** Whether a run admits requests: `open` if it does, `stopped` until it is resumed, `ended` once its time has passed. */
export const RunState = Schema.Literal("open", "stopped", "ended")
export type RunState = typeof RunState.Type

/** The state of a run at an instant. */
export const stateOfRun = ({ ends_at, is_stopped }: Pick<RunTerms, "ends_at" | "is_stopped">, now: number): RunState =>
  is_stopped ? "stopped" : ends_at !== null && ends_at <= now ? "ended" : "open"

/** The limits that a run is created with and that are compared if they are stated again. */
export interface RunLimits {
  readonly limit_usd: Usd.Usd | null
  readonly max_in_flight: number | null
  readonly max_requests: number | null
}

/** What a request or its caller states of a run. An absent limit is not compared. */
export interface StatedRun extends Partial<{ readonly [Name in keyof RunLimits]: RunLimits[Name] | undefined }> {
  /** Seconds from its creation until it ends. Undefined if it has no end. */
  readonly expires_in?: number | undefined
  /** Whether it is created if it does not exist: it is the last run of the path, or something is stated of it. */
  readonly creates: boolean
}

/** The terms of a run that is created at an instant. BYOK amounts count. */
export const newRunTerms = (
  stated: Omit<StatedRun, "creates">,
  parent: RunTerms["parent"],
  now: number
): ScopeTerms & { readonly run: RunTerms } => ({
  ...unlimited,
  limits: { ...unlimited.limits, lifetime: stated.limit_usd ?? null },
  include_byok: true,
  max_in_flight: stated.max_in_flight ?? null,
  run: {
    parent,
    max_requests: stated.max_requests ?? null,
    created_at: now,
    ends_at: stated.expires_in === undefined ? null : now + stated.expires_in * 1000,
    is_stopped: false
  }
})

/** The limits of a stored run. */
export const limitsOfRun = ({ limits, max_in_flight, run }: ScopeTerms): RunLimits => ({
  limit_usd: limits.lifetime,
  max_in_flight,
  max_requests: run?.max_requests ?? null
})

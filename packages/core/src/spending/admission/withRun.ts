import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FiberRef from "effect/FiberRef"
import { dual } from "effect/Function"
import * as Schema from "effect/Schema"
import { strict } from "../../schema/fields.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import { MAX_RUN_DEPTH } from "../../schema/idForms.js"
import { RunStep } from "../model/RunTerms.js"

/** The path of the run that a fiber is in. Empty outside of every run. */
export const currentRuns = FiberRef.unsafeMake<ReadonlyArray<RunStep>>([], { join: (own) => own })

/** A path below another one, or why it is too long. */
export const runsBelow = <Step>(
  around: ReadonlyArray<Step>,
  steps: ReadonlyArray<Step>
): ReadonlyArray<Step> | InvalidInput =>
  around.length + steps.length > MAX_RUN_DEPTH
    ? new InvalidInput({ issues: [{ path: ["run"], expected: "at most 8 runs, with those around it" }] })
    : [...around, ...steps]

/** Input of a request in the current run: the run that it states itself is below. `InvalidInput` if the path is too long. */
export const inRuns = <A extends { readonly run?: ReadonlyArray<RunStep> | undefined }>(
  current: ReadonlyArray<RunStep>,
  input: A
): A | InvalidInput => {
  if (current.length === 0) return input
  const run = runsBelow(current, input.run ?? [])
  return run instanceof InvalidInput ? run : { ...input, run }
}

const validate = Schema.validateEither(RunStep, strict.parseOptions)

/**
 * Runs an effect in a run: every request of it is in this run, and below the run that is around it. Requests are those of `authorize`, of all
 * that sets amounts aside by it (`acquireHold`, `waitForHeadroom`) and of `recordRequest`; a `run` that one of them states is below.
 * A fiber that the effect forks is in the run, also after the effect has ended.
 *
 * Each of the requests states the limits of the step. The first one that is admitted creates the run with them; a run that exists must have
 * the same (`run_conflict`). A step without limits names a run that exists, else its own requests create it without limits. State
 * `limit_usd: null` if a run below may be the first one to ask: it creates none above it otherwise (`run_not_found`).
 *
 * @throws InvalidInput for the step, or for a path of more than 8 runs. The effect is not run then.
 *
 * @example
 * import { acquireHold, type NewHold, Usd, withRun } from "@tollgate/core"
 * import { Effect } from "effect"
 *
 * // Both requests together cost at most $5, and the second one at most $1.
 * export const research = (input: NewHold) =>
 *   Effect.gen(function* () {
 *     yield* acquireHold(input)
 *     yield* acquireHold(input).pipe(withRun({ id: "researcher", limit_usd: Usd.fromNumber(1) }))
 *   }).pipe(Effect.scoped, withRun({ id: "job-7", limit_usd: Usd.fromNumber(5) }))
 */
export const withRun: {
  (step: RunStep): <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | InvalidInput, R>
  <A, E, R>(effect: Effect.Effect<A, E, R>, step: RunStep): Effect.Effect<A, E | InvalidInput, R>
} = dual(
  2,
  <A, E, R>(effect: Effect.Effect<A, E, R>, step: RunStep): Effect.Effect<A, E | InvalidInput, R> =>
    Effect.withFiberRuntime((fiber) => {
      const valid = validate(step)
      if (Either.isLeft(valid)) return Effect.fail(InvalidInput.fromParseError(valid.left))
      const runs = runsBelow(fiber.getFiberRef(currentRuns), [valid.right])
      return runs instanceof InvalidInput ? Effect.fail(runs) : Effect.locally(effect, currentRuns, runs)
    })
)

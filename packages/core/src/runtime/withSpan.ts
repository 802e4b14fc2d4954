import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Predicate from "effect/Predicate"
import * as Tracer from "effect/Tracer"
import { Metrics } from "./metrics/Metrics.js"

const defaultTracer = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** A refusal is an expected result, which leaves a span's status unset. A failure of storage is an error. */
const asResult = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<Either.Either<A, E>, E, R> =>
  Effect.flatMap(Effect.either(program), (result): Effect.Effect<Either.Either<A, E>, E> => {
    if (Either.isRight(result)) return Effect.succeed(result)
    const refusal = result.left
    if (Predicate.isTagged(refusal, "StorageFailure")) return Effect.fail(refusal)
    const tag = Predicate.hasProperty(refusal, "_tag") ? String(refusal._tag) : typeof refusal
    return Effect.as(Effect.annotateCurrentSpan("tollgate.refusal", tag), result)
  })

/** Whether the fiber has a tracer other than Effect's default, which records nothing. */
const isTraced = (fiber: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  fiber.getFiberRef(FiberRef.currentTracerEnabled) &&
  Context.get(fiber.getFiberRef(DefaultServices.currentServices), Tracer.Tracer) !== defaultTracer

/**
 * Puts a span around a program if there is a tracer, and counts how it ends if metrics are on. Otherwise neither is made: a span
 * would cost more than the program.
 */
export const withSpan =
  (name: string) =>
  <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) => {
      const spanned = isTraced(fiber)
        ? Effect.flatten(Effect.withSpan(asResult(program), name, { captureStackTrace: false }))
        : program
      const metrics = Context.get(fiber.currentContext, Metrics)
      return metrics === null ? spanned : metrics.outcomes(name)(spanned)
    })

import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as FiberRef from "effect/FiberRef"
import * as Predicate from "effect/Predicate"
import * as Tracer from "effect/Tracer"

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

/**
 * Puts a span around a program if there is a tracer other than Effect's default, which records nothing. Otherwise no span
 * is made: it would cost more than the program.
 */
export const withSpan =
  (name: string) =>
  <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) => {
      if (!fiber.getFiberRef(FiberRef.currentTracerEnabled)) return program
      if (Context.get(fiber.getFiberRef(DefaultServices.currentServices), Tracer.Tracer) === defaultTracer)
        return program
      return Effect.flatten(Effect.withSpan(asResult(program), name, { captureStackTrace: false }))
    })

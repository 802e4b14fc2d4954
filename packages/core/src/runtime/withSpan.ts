import * as Context from "effect/Context"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Tracer from "effect/Tracer"

const unheard = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/** A span around a program where somebody listens. Where nobody does it is not even made: it would cost more than the program. */
export const withSpan =
  (name: string) =>
  <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) => {
      if (!fiber.getFiberRef(FiberRef.currentTracerEnabled)) return program
      if (Context.get(fiber.getFiberRef(DefaultServices.currentServices), Tracer.Tracer) === unheard) return program
      return Effect.withSpan(program, name, { captureStackTrace: false })
    })

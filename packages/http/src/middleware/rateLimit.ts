import * as RateLimiter from "@effect/experimental/RateLimiter"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Exchange from "../Exchange.js"
import { operations } from "../operations.js"
import { InternalError, TooManyRequests } from "../WireError.js"
import { RateLimited } from "./PerMinute.js"
import { steadyClock } from "./steadyClock.js"

/** In place of the number of every operation that is limited; 0 for no limit. */
export class RequestsPerMinute extends Context.Reference<RequestsPerMinute>()("@tollgate/http/RequestsPerMinute", {
  defaultValue: (): number | null => null
}) {}

const report = (limit: number, remaining: number, resetAfter: Duration.Duration, more?: { "retry-after": string }) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Exchange.update({
      headers: {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(remaining),
        "x-ratelimit-reset": String(Math.ceil((now + Duration.toMillis(resetAfter)) / 1000)),
        ...more
      }
    })
  )

const refuse = (
  error: RateLimiter.RateLimiterError,
  limit: number
): Effect.Effect<never, TooManyRequests | InternalError> => {
  if (error.reason !== "Exceeded") {
    return Effect.zipRight(Effect.logError("the rate limiter's store failed"), Effect.fail(InternalError.now()))
  }
  const seconds = Math.ceil(Duration.toSeconds(error.retryAfter))
  const reported = report(limit, 0, error.retryAfter, { "retry-after": String(seconds) })
  return Effect.zipRight(reported, Effect.fail(TooManyRequests.after(seconds)))
}

const make = Effect.gen(function* () {
  const instead = yield* RequestsPerMinute
  const limiter = yield* RateLimiter.RateLimiter
  const clock = yield* steadyClock
  const limits = new Map(
    operations.map(({ id, method, perMinute, template }) => [
      `${method} ${template}`,
      { id, limit: instead ?? perMinute ?? 0 }
    ])
  )

  const consume = (key: string, limit: number) =>
    limiter.consume({ key, limit, window: "1 minute" }).pipe(
      Effect.withClock(clock),
      Effect.tap(({ remaining, resetAfter }) => report(limit, remaining, resetAfter)),
      Effect.catchAll((error) => refuse(error, limit)),
      Effect.asVoid
    )

  return Effect.gen(function* () {
    const { route } = yield* HttpRouter.RouteContext
    const { caller } = yield* Exchange.Current
    const limited = limits.get(`${route.method} ${route.path}`)
    if (limited === undefined || caller === null) {
      return yield* Effect.dieMessage(`${route.path}: perMinute stands before the endpoint's key`)
    }
    if (limited.limit > 0) yield* consume(`${limited.id} ${caller.keyHash}`, limited.limit)
  })
})

export const layer = Layer.effect(RateLimited, make).pipe(
  Layer.provide(RateLimiter.layer),
  Layer.provide(RateLimiter.layerStoreMemory)
)

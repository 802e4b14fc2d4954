import * as RateLimiter from "@effect/experimental/RateLimiter"
import * as HttpApiMiddleware from "@effect/platform/HttpApiMiddleware"
import { Caller } from "@tollgate/core"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as Exchange from "../Exchange.js"
import { InternalError, TooManyRequests, Unauthorized } from "../WireError.js"
import { identify, managementHidden } from "./identify.js"

/** How many updates a minute each management key may make; 0 for no limit. */
export class UpdatesPerMinute extends Context.Reference<UpdatesPerMinute>()("@tollgate/http/UpdatesPerMinute", {
  defaultValue: () => 600
}) {}

const seconds = (duration: Duration.Duration) => Math.ceil(Duration.toSeconds(duration))

const make = Effect.gen(function* () {
  const limit = yield* UpdatesPerMinute
  const limiter = yield* RateLimiter.RateLimiter

  const report = (remaining: number, resetAfter: Duration.Duration) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Exchange.update({
        headers: {
          "X-RateLimit-Limit": String(limit),
          "X-RateLimit-Remaining": String(remaining),
          "X-RateLimit-Reset": String(Math.ceil((now + Duration.toMillis(resetAfter)) / 1000))
        }
      })
    )

  const consume = (key: string) =>
    limiter.consume({ key, limit, window: "1 minute" }).pipe(
      Effect.tap(({ remaining, resetAfter }) => report(remaining, resetAfter)),
      Effect.tapError((error) =>
        error.reason === "Exceeded" ? report(0, error.retryAfter) : Effect.logError("the rate limiter's store failed")
      ),
      Effect.mapError((error) =>
        error.reason === "Exceeded" ? TooManyRequests.after(seconds(error.retryAfter)) : InternalError.now()
      )
    )

  return Effect.tap(managementHidden(yield* identify), ({ keyHash }) =>
    limit === 0 || keyHash === null ? Effect.void : consume(keyHash)
  )
})

/**
 * As `ManagementKeyHidden`, and counts the request against the key before its body is looked at. One middleware, because
 * none can use what another provides.
 */
export class RateLimitedManagementKey extends HttpApiMiddleware.Tag<RateLimitedManagementKey>()(
  "@tollgate/http/RateLimitedManagementKey",
  { provides: Caller, failure: Schema.Union(Unauthorized, TooManyRequests, InternalError) }
) {
  static readonly layer = Layer.effect(RateLimitedManagementKey, make).pipe(
    Layer.provide(RateLimiter.layer),
    Layer.provide(RateLimiter.layerStoreMemory)
  )
}

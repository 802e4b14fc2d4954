import * as HttpRouter from "@effect/platform/HttpRouter"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { operations } from "../api/operations.js"
import { RateLimitMiddleware } from "../api/RateLimit.js"
import { TooManyRequests } from "../api/WireError.js"
import * as RequestState from "../request/RequestState.js"
import { RateLimiter } from "./RateLimiter.js"

/** In place of the number of every operation that is limited; 0 for no limit. */
export class RequestsPerMinute extends Context.Reference<RequestsPerMinute>()("@tollgate/http/RequestsPerMinute", {
  defaultValue: (): number | null => null
}) {}

const MINUTE = 60_000

const make = Effect.gen(function* () {
  const instead = yield* RequestsPerMinute
  const clock = yield* Effect.clock
  const allowance = new RateLimiter(MINUTE)
  const limits = new Map(
    operations.map(({ id, method, perMinute, template }) => [
      `${method} ${template}`,
      { id, limit: instead ?? perMinute ?? 0 }
    ])
  )

  /** Counts on where a wall clock steps back; no time of day. */
  const steadyMillis = () => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)

  const consume = (state: RequestState.RequestState, name: string, limit: number) => {
    const { remaining, resetAfter } = allowance.take(name, limit, steadyMillis())
    const headers = {
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(Math.max(remaining, 0)),
      "x-ratelimit-reset": String(Math.ceil((clock.unsafeCurrentTimeMillis() + resetAfter) / 1000))
    }
    if (remaining >= 0) {
      RequestState.addHeaders(state, headers)
      return Effect.void
    }
    const seconds = Math.ceil(resetAfter / 1000)
    RequestState.addHeaders(state, { ...headers, "retry-after": String(seconds) })
    return Effect.fail(TooManyRequests.after(seconds))
  }

  return Effect.gen(function* () {
    const { route } = yield* HttpRouter.RouteContext
    const state = yield* RequestState.Current
    const limited = limits.get(`${route.method} ${route.path}`)
    if (limited === undefined || state.caller === null) {
      return yield* Effect.dieMessage(`${route.path}: perMinute stands before the endpoint's key`)
    }
    if (limited.limit > 0) yield* consume(state, `${limited.id} ${state.caller.keyHash}`, limited.limit)
  })
})

export const layer = Layer.effect(RateLimitMiddleware, make)

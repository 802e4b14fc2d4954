import type { Principal } from "@tollgate/core/models"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { importOperation } from "../api/ImportApi.js"
import { operations } from "../api/operations.js"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { ORGANIZATION_FACTOR } from "../api/RateLimit.js"
import * as RequestState from "../request/RequestState.js"
import { RateLimiter, type Taken } from "./RateLimiter.js"

/**
 * Requests that one key may send to each operation in a minute, instead of the number that the contract states. An organization may
 * send ten times as many over all its keys. 0 removes every limit; null keeps the contract's numbers.
 *
 * @default null
 */
export class RequestsPerMinute extends Context.Reference<RequestsPerMinute>()("@tollgate/http/RequestsPerMinute", {
  defaultValue: (): number | null => null
}) {}

/** Counts a request against its key and its organization, and refuses it with 429 when either is over its limit. */
export type CountRequest = (caller: Principal) => Effect.Effect<void>

const MINUTE = 60_000

export const make = Effect.gen(function* () {
  const override = yield* RequestsPerMinute
  const clock = yield* Effect.clock
  const limiter = new RateLimiter(MINUTE)
  const limits = new Map(
    [...operations, importOperation].map(({ id, method, perMinute, template }) => [
      `${method} ${template}`,
      { id, limit: override ?? perMinute ?? 0 }
    ])
  )

  /** Monotonic: a wall clock that steps back would lock callers out for the length of the step. */
  const steadyMillis = () => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)

  const headersOf = ({ limit, remaining, resetAfter }: Taken) => ({
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil((clock.unsafeCurrentTimeMillis() + resetAfter) / 1000))
  })

  const count: CountRequest = ({ keyHash, organizationId }) =>
    Effect.withFiberRuntime(({ currentContext }) => {
      const state = Context.get(currentContext, RequestState.Current)
      const operation = limits.get(`${state.route?.method} ${state.route?.path}`)
      if (operation === undefined) return Effect.dieMessage(`${state.route?.path} is not an operation.`)
      const { id, limit } = operation
      if (limit === 0) return Effect.void
      const taken = limiter.take(
        [
          { name: `${id} ${keyHash}`, limit },
          { name: `${id} ${organizationId}`, limit: limit * ORGANIZATION_FACTOR }
        ],
        steadyMillis()
      )
      RequestState.addHeaders(state, headersOf(taken))
      if (taken.allowed) return Effect.void
      const retryAfter = Math.ceil(taken.retryAfter / 1000)
      return Effect.die(new ProtocolRefusal({ reason: "rate_limited", retryAfter }))
    })
  return count
})

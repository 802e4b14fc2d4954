import type { KeyHash, OrganizationId } from "@tollgate/core/models"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { importOperation } from "../api/ImportApi.js"
import { operations } from "../api/operations.js"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { ORGANIZATION_FACTOR, USUAL_PER_MINUTE } from "../api/RateLimit.js"
import * as RequestState from "../request/RequestState.js"
import { type Quota, RateLimiter, type Taken } from "./RateLimiter.js"

/**
 * Requests that one key may send to each operation in a minute, instead of the number that the contract states. An organization may
 * send ten times as many over all its keys. 0 removes every limit; null keeps the contract's numbers.
 *
 * @default null
 */
export class RequestsPerMinute extends Context.Reference<RequestsPerMinute>()("@tollgate/http/RequestsPerMinute", {
  defaultValue: (): number | null => null
}) {}

/** Whose request is counted. */
interface Counted {
  readonly keyHash: KeyHash | null
  readonly organizationId: OrganizationId | null
}

/** Counts requests, and refuses with 429 those that are over a limit. */
export interface CountRequest {
  /** Counts a request against its key and its organization. */
  readonly accepted: (caller: Counted) => Effect.Effect<void>
  /**
   * Counts a request that is refused for the kind of its key, against the key alone: holders of ordinary keys do not use up what
   * the organization's managers may send.
   */
  readonly refused: (caller: Counted) => Effect.Effect<void>
}

const MINUTE = 60_000

export const make = Effect.gen(function* () {
  const override = yield* RequestsPerMinute
  const clock = yield* Effect.clock
  const limiter = new RateLimiter(MINUTE)
  const limits = new Map(
    [...operations, importOperation].map(({ id, method, perMinute, template }) => [
      `${method} ${template}`,
      { id, limit: override ?? perMinute ?? USUAL_PER_MINUTE }
    ])
  )

  /** Monotonic: a wall clock that steps back would lock callers out for the length of the step. */
  const steadyMillis = () => Number(clock.unsafeCurrentTimeNanos() / 1_000_000n)

  const headersOf = ({ limit, remaining, resetAfter }: Taken) => ({
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(Math.ceil((clock.unsafeCurrentTimeMillis() + resetAfter) / 1000))
  })

  const count = ({ keyHash, organizationId }: Counted, isAccepted: boolean): Effect.Effect<void> =>
    Effect.withFiberRuntime(({ currentContext }) => {
      const state = Context.get(currentContext, RequestState.Current)
      const operation = limits.get(`${state.route?.method} ${state.route?.path}`)
      if (operation === undefined) return Effect.dieMessage(`${state.route?.path} is not an operation.`)
      const { id, limit } = operation
      if (limit === 0) return Effect.void
      const ofKey: Quota = { name: `${id} ${keyHash}`, limit }
      const ofAll: Quota = { name: `${id} ${organizationId}`, limit: limit * ORGANIZATION_FACTOR }
      const taken = limiter.take(isAccepted ? [ofKey, ofAll] : [ofKey], steadyMillis())
      RequestState.addHeaders(state, headersOf(taken))
      if (taken.allowed) return Effect.void
      const retryAfter = Math.ceil(taken.retryAfter / 1000)
      return Effect.die(new ProtocolRefusal({ reason: "rate_limited", retryAfter }))
    })
  const counting: CountRequest = {
    accepted: (caller) => count(caller, true),
    refused: (caller) => count(caller, false)
  }
  return counting
})

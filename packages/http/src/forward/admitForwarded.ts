import { authorize, getHold, type HoldEnded, markSent, type NewHold, settle } from "@tollgate/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { releaseUnanswered } from "../app/releaseUnanswered.js"
import type { ForwardRoute } from "./ForwardRoute.js"
import type { Forwarded } from "./readForwarded.js"
import { REPEATABLE_MILLIS, repeatableId } from "./repeatableId.js"

/** Sets the amount aside, and settles it, or marks it as sent. */
const admit = Effect.fnUntraced(function* ({ mode }: ForwardRoute, input: NewHold) {
  const answer = yield* authorize(input)
  yield* releaseUnanswered(input, answer)
  const { amount, id } = answer.data
  return yield* mode === "charge" ? settle(id, { cost: amount, basis: "estimate" }) : markSent(id)
})

/** The hold of a request that its proxy repeats after it was admitted. What was given back is admitted no more, nor is an old one. */
const repeated = Effect.fnUntraced(function* (ended: HoldEnded) {
  const { opened_at, state, ...hold } = yield* Effect.map(getHold(ended.id), ({ data }) => data)
  const isAdmitted = state === "open" || state === "settled" || state === "unknown"
  const age = (yield* Clock.currentTimeMillis) - opened_at.epochMillis
  return isAdmitted && age < REPEATABLE_MILLIS ? { ...hold, opened_at, state } : yield* ended
})

/**
 * Admits a request of a proxy. A repetition under the same name within 10 minutes is admitted by the hold of the first one, if it states the
 * same: nothing is charged again. It is not interrupted when the proxy leaves, so that an amount is never set aside half.
 */
export const admitForwarded = (name: string, route: ForwardRoute, { input, requestId }: Forwarded) =>
  Effect.gen(function* () {
    if (requestId === undefined) return yield* admit(route, input)
    const id = yield* repeatableId(name, requestId)
    return yield* Effect.catchTag(admit(route, { ...input, id }), "HoldEnded", repeated)
  }).pipe(Effect.uninterruptible)

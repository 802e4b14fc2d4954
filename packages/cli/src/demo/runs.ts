import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import { LEASE, openHold } from "./holds.js"
import { input } from "./input.js"

/** An agent with a limit and a sub-agent that has a request in flight, and an agent that was stopped. Returns the paths of the last two runs. */
export const agentRuns = Effect.fnUntraced(function* (caller: Core.ManagingPrincipal, key: Redacted.Redacted) {
  const stopped = "job-6"
  const reason = yield* input(Core.RunStop, { reason: "It asked the same question again and again." })
  yield* Effect.provideService(Core.stopRun(stopped, reason), Core.LedgerCaller, caller)
  const as = Effect.provideService(Core.ManagementCaller, caller)
  yield* as(Effect.flatMap(input(Core.NewRun, { limit_usd: 5, max_in_flight: 8 }), (run) => Core.openRun("job-7", run)))
  const { data } = yield* as(Core.openRun("job-7/researcher", {}))
  yield* openHold(caller, key, { amount: 0.5, lease_seconds: LEASE, run: [{ id: "job-7" }, { id: "researcher" }] })
  return { open: data.path, stopped }
})

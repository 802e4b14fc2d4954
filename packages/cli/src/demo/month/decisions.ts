import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import { ago } from "../ago.js"
import { input } from "../input.js"
import { type Calendar, DAYS } from "./Calendar.js"
import type { KeyOfTeam, Team } from "./team.js"

/** The latest request of a key in a state. */
const latest = Effect.fnUntraced(function* ({ ada, keys }: Team, key: KeyOfTeam, state: Core.HoldState) {
  const page = yield* input(Core.HoldPage, { key_hash: keys[key].data.hash, state, limit: 1 })
  const { data } = yield* Effect.provideService(Core.listHolds(page), Core.LedgerCaller, ada)
  return data[0]?.id ?? ""
})

/** What people change and decide, with their own keys: on each of the days before, and today. */
export const decisions = (people: Team, { ageOf }: Calendar) => {
  const { ada, keys } = people
  const asAda = Effect.provideService(Core.ManagementCaller, ada)
  const change = (key: KeyOfTeam, patch: typeof Core.ApiKeyPatch.Encoded) =>
    Effect.flatMap(input(Core.ApiKeyPatch, patch), (patch) => Core.updateKey(keys[key].data.hash, patch)).pipe(asAda)
  const ask = Effect.fnUntraced(function* (key: KeyOfTeam, request: typeof Core.NewBudgetRequest.Encoded) {
    const holder = yield* Core.authenticate(keys[key].key)
    const { id } = yield* Effect.provideService(
      Core.createBudgetRequest(yield* input(Core.NewBudgetRequest, request)),
      Core.Caller,
      holder
    )
    return id
  })

  const limit = change("review", { limit: 60 })
  const refused = Effect.gen(function* () {
    const id = yield* ask("marketing", { usd: 60, reason: "More pictures for the launch" })
    yield* asAda(Core.refuseBudgetRequest(id, { reason: "Ask again next month." }))
  })
  const corrected = Effect.gen(function* () {
    const id = yield* latest(people, "pipeline", "settled")
    const correction = yield* input(Core.CostCorrection, { cost: 1.25, reason: "A discount on the invoice" })
    yield* asAda(Core.correctHold(id, correction))
  })
  const reconciled = Effect.gen(function* () {
    const id = yield* latest(people, "review", "unknown")
    const cost = yield* input(Core.Reconciliation, { cost: 0.2874, reason: "The provider's usage report" })
    yield* asAda(Core.reconcileHold(id, cost))
  })
  const approved = Effect.gen(function* () {
    const id = yield* ago(ageOf(0, 0.3))(ask("review", { usd: 20, reason: "The review of the payment service" }))
    const approval = yield* input(Core.BudgetRequestApproval, { reason: "For this week only." })
    yield* asAda(Core.approveBudgetRequest(id, approval)).pipe(ago(ageOf(0, 0.4)))
  })

  /** What is decided in the evening of a day. */
  const before = (daysAgo: number) => {
    const at = ago(ageOf(daysAgo, 0.97))
    if (daysAgo === DAYS - 9) return at(limit)
    if (daysAgo === 6) return at(refused)
    return daysAgo === 3 ? at(corrected) : Effect.void
  }
  const today = Effect.gen(function* () {
    yield* approved
    yield* ago(ageOf(0, 0.83))(reconciled)
    yield* ago(ageOf(0, 0.88))(ask("voice", { usd: 25, reason: "The pilot goes on until Friday." }))
  })
  /** What is changed last. */
  const last = Effect.gen(function* () {
    yield* change("marketing", { limit: 150 })
    const workspace_id = keys.review.data.workspace_id
    const stop = yield* input(Core.RunStop, { workspace_id, reason: "It tries the same fix again and again." })
    yield* Effect.provideService(Core.stopRun("triage-204/fix", stop), Core.LedgerCaller, ada)
  })
  return { before, today, last }
}

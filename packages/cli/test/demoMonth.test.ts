import { describe, expect, it } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { Memory } from "@tollgate/core"
import { OutboxStore } from "@tollgate/core/storage"
import { Clock, Effect, Logger, Schema, TestClock } from "effect"
import { demoMonth } from "../src/demo/month/demoMonth.js"

/** Thursday noon, the first minutes of a Sunday and of a month, the last second of a year, and midnight itself. */
const times = [
  "2026-07-16T12:00:00Z",
  "2026-07-19T00:03:00Z",
  "2026-08-01T00:01:00Z",
  "2026-12-31T23:59:59Z",
  "2026-09-07T00:00:00Z"
]

const decoded = <A, I>(schema: Schema.Schema<A, I>, fields: I) => Effect.orDie(Schema.decode(schema)(fields))

const sums = (from: string, group: "day" | "model" | "provider" | "user" | "workspace") =>
  Effect.flatMap(decoded(Core.ActivityPage, { from, group_by: [group], limit: 100 }), Core.listActivity)

/** What the screens of the console have of a new demo. */
const shown = Effect.gen(function* () {
  const { ours } = yield* demoMonth
  const now = yield* Clock.currentTimeMillis
  const from = new Date(now - 29 * 86_400_000).toISOString().slice(0, 10)
  return yield* Effect.gen(function* () {
    const { open_holds, unknown_holds } = yield* Core.getOverview()
    const counts = yield* Effect.forEach(["day", "provider", "user", "workspace"] as const, (group) =>
      Effect.map(sums(from, group), ({ data }) => data.length)
    )
    const models = yield* sums(from, "model")
    const budgets = yield* Core.listBudgets(yield* decoded(Core.BudgetPage, { above: 0.8 }))
    const alerts = yield* Core.listAlerts(yield* decoded(Core.AlertPage, { limit: 100 }))
    const requests = yield* Core.listBudgetRequests(yield* decoded(Core.BudgetRequestPage, {}))
    const runs = yield* Core.listRuns(yield* decoded(Core.RunPage, {}))
    return {
      holds: { open_holds, unknown_holds },
      counts,
      models: models.data.map(({ model }) => model).toSorted(),
      costs: models.data.map(({ byok_cost, cost }) => Core.Usd.toNumber(cost) + Core.Usd.toNumber(byok_cost)),
      budgets: budgets.data.map(({ name }) => name).toSorted(),
      alerts: [...new Set(alerts.data.map(({ kind }) => kind))].toSorted(),
      requests: requests.data.map(({ key_name, state }) => `${key_name}: ${state}`).toSorted(),
      runs: runs.data.map(({ path, state }) => `${path}: ${state}`).toSorted(),
      // A server would pass these on.
      waiting: yield* Effect.flatMap(OutboxStore, (outbox) => outbox.waiting(now))
    }
  }).pipe(
    Effect.provideService(Core.Caller, ours.caller),
    Effect.provideService(Core.ManagementCaller, ours.caller),
    Effect.provideService(Core.LedgerCaller, ours.caller)
  )
})

const silent = (lines: Array<string>) =>
  Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.stringLogger, (line) => void lines.push(line))
  )

const screens = {
  holds: { open_holds: 2, unknown_holds: 2 },
  // Of days, providers, users and workspaces.
  counts: [30, 5, 6, 4],
  models: ["aurora-1", "aurora-embed", "current-2", "echo-1", "fresco", "gpt-4o-mini", "heron-70b"],
  budgets: ["Interns", "Nightly evaluation", "Voice pilot", "triage-204", "triage-204/reproduce"],
  alerts: ["crossing", "refused", "request"],
  requests: ["Code review: approved", "Marketing drafts: refused", "Voice pilot: open"],
  runs: [
    "job-6: stopped",
    "job-7/researcher: open",
    "job-7: open",
    "release-12/collect: open",
    "release-12/write/check: open",
    "release-12/write: open",
    "release-12: open",
    "triage-204/fix: stopped",
    "triage-204/reproduce: open",
    "triage-204: open"
  ],
  waiting: { alerts: false, deliveries: false }
}

describe("the month of the demo", () => {
  it.effect.each(times)("has something for each screen of the console at %s, and warns of nothing", (time) =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      yield* TestClock.setTime(Date.parse(time))
      const { costs, ...seen } = yield* Effect.provide(shown, [Memory.layer, silent(lines)])
      expect(lines).toEqual([])
      expect(seen).toEqual(screens)
      expect(Math.min(...costs)).toBeGreaterThan(10)
    })
  )

  it.effect("costs the same whenever it is made at the same time", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("2026-07-16T12:00:00Z"))
      const [one, other] = yield* Effect.all([Effect.provide(shown, Memory.layer), Effect.provide(shown, Memory.layer)])
      expect(one).toEqual(other)
    })
  )
})

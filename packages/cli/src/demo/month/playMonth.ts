import * as Core from "@tollgate/core"
import { OutboxStore } from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ago } from "../ago.js"
import { input } from "../input.js"
import type { Northwind } from "../northwind.js"
import { type Calendar, calendar, DAYS } from "./Calendar.js"
import { decisions } from "./decisions.js"
import { requestsOfToday } from "./requestsOfToday.js"
import { type Team, team } from "./team.js"
import { trafficOf } from "./traffic.js"

/** How many requests of a day are recorded at a time, to share commits. */
const AT_A_TIME = 16

/** Records the requests of a day that is over. */
const playDay = (ours: Northwind, { keys }: Team, { ageOf, isWeekend }: Calendar, daysAgo: number) =>
  Effect.forEach(
    trafficOf(daysAgo, isWeekend(daysAgo)),
    ({ cost, input: tokens, isByok, key, model, output, provider, share }) =>
      Effect.gen(function* () {
        const usage = { input: tokens, output }
        const credential_id = isByok ? ours.credentials.openai.id : null
        const fields = { key_hash: keys[key].data.hash, cost, usage, model, provider, credential_id }
        const id = yield* Core.newHoldId
        yield* Core.recordRequest(yield* input(Core.NewUsage, { id, ...fields, basis: "provider" }))
      }).pipe(
        Effect.provideService(Core.GatewayCaller, { organizationId: ours.organization.id }),
        ago(ageOf(daysAgo, share))
      ),
    { concurrency: AT_A_TIME, discard: true }
  )

/** Passes the alerts on while there is no webhook, as a server has done each day: so a server of the demo sends none of them. */
const passAlertsOn = Effect.gen(function* () {
  const outbox = yield* OutboxStore
  const entropy = yield* Core.Entropy
  const now = yield* Clock.currentTimeMillis
  yield* outbox.dispatch({ now, limit: 1000, newId: () => Core.WebhookDeliveryId.make(entropy.uuid()) })
})

/**
 * Lets an organization that is a month old spend until now: each request, change and decision at its own time, in that order, by the operations
 * that everybody calls. What it costs is the same in every demo.
 */
export const playMonth = Effect.fnUntraced(function* (ours: Northwind) {
  const days = yield* calendar
  const people = yield* team(ours, days)
  const { before, last, today } = decisions(people, days)
  for (let daysAgo = DAYS; daysAgo > 0; daysAgo--) {
    yield* playDay(ours, people, days, daysAgo)
    yield* before(daysAgo)
  }
  yield* requestsOfToday(ours, people, days)
  yield* today
  yield* passAlertsOn
  return { last }
})

import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import { ago } from "../ago.js"
import { openHold } from "../holds.js"
import { input } from "../input.js"
import type { Northwind } from "../northwind.js"
import type { Calendar } from "./Calendar.js"
import type { KeyOfTeam, Team } from "./team.js"
import { type PastRequest, trafficOf } from "./traffic.js"

/** How long a request takes, in milliseconds. */
const TOOK = 4000

/** What the intern may spend in a day, by the guardrail. */
const INTERN_LIMIT = 10

/** A request of today: what it is, how much is set aside for it, and what it is a part of. */
interface Asked {
  readonly share: number
  readonly key: KeyOfTeam
  readonly amount: number
  readonly model: string
  readonly provider: string
  readonly run?: (typeof Core.NewHold.Encoded)["run"]
  readonly labels?: Record<string, string>
}

const cents = (amount: number) => Math.ceil(amount * 100) / 100

/** How the requests of today are made, as a gateway makes them. */
const gatewayOf = (ours: Northwind, { keys }: Team, { ageOf }: Calendar) => {
  const gateway = { organizationId: ours.organization.id }
  const as = Effect.provideService(Core.GatewayCaller, gateway)
  const open = ({ amount, key, labels = {}, model, provider, run, share }: Asked) =>
    openHold(gateway, keys[key].key, {
      amount,
      models: [model],
      provider,
      labels,
      instance: "gateway-1",
      ...(run === undefined ? {} : { run })
    }).pipe(
      Effect.map(({ data }) => data.id),
      ago(ageOf(0, share))
    )
  const later = (share: number) => ago(Math.max(0, ageOf(0, share) - TOOK))
  const sent = (asked: Asked) => Effect.tap(open(asked), (id) => Core.markSent(id).pipe(as, ago(ageOf(0, asked.share))))
  const settled = Effect.fnUntraced(function* (asked: Asked, settlement: typeof Core.NewSettlement.Encoded) {
    const id = yield* sent(asked)
    yield* Core.settle(id, yield* input(Core.NewSettlement, settlement)).pipe(as, later(asked.share))
  })
  const unknown = Effect.fnUntraced(function* (asked: Asked) {
    const id = yield* sent(asked)
    yield* Core.markUnknown(id).pipe(as, later(asked.share))
  })
  const released = Effect.fnUntraced(function* (asked: Asked) {
    const id = yield* open(asked)
    yield* Core.release(id).pipe(as, later(asked.share))
  })
  return { open, settled, unknown, released }
}

type Gateway = ReturnType<typeof gatewayOf>

const labels = { assistant: { feature: "reply" }, review: { repository: "storefront" } }

/** Requests of the keys as on any day. */
const usual = ({ settled }: Gateway, requests: ReadonlyArray<PastRequest>) =>
  Effect.forEach(
    requests,
    ({ cost, input: tokens, key, model, output, provider, share }, index) =>
      settled(
        // One of them costs more than was set aside.
        {
          key,
          share,
          model,
          provider,
          amount: index === 3 ? cents(cost * 0.8) : cents(cost * 1.3),
          labels: key === "assistant" || key === "review" ? labels[key] : {}
        },
        { cost, usage: { input: tokens, output }, basis: "provider" }
      ),
    { discard: true }
  )

const current = { model: "current-2", provider: "tidewater" } as const
const aurora = { model: "aurora-1", provider: "northern-lights" } as const

/** Two agents: one that writes the notes of a release, and one whose limit is nearly spent. */
const runs = ({ settled }: Gateway) =>
  Effect.gen(function* () {
    const step = (
      share: number,
      cost: number,
      input: number,
      run: Asked["run"],
      at: typeof current | typeof aurora = current
    ) =>
      settled(
        { share, key: "review", amount: cents(cost * 1.1), ...at, run, labels: labels.review },
        { cost, usage: { input, output: 9000 }, basis: "table" }
      )
    const release = { id: "release-12", limit_usd: 12 }
    yield* step(0.31, 0.8412, 212_000, [release, { id: "collect" }], aurora)
    yield* step(0.34, 1.207, 380_000, [release, { id: "collect" }], aurora)
    yield* step(0.38, 2.2215, 610_000, [release, { id: "write" }])
    yield* step(0.39, 0.3105, 64_000, [release, { id: "write" }, { id: "check" }], aurora)
    const triage = { id: "triage-204", limit_usd: 3, max_requests: 50 }
    yield* step(0.6, 1.4062, 402_000, [triage, { id: "reproduce", limit_usd: 2 }])
    yield* step(0.64, 0.5119, 129_000, [triage, { id: "reproduce", limit_usd: 2 }])
    yield* step(0.69, 0.8833, 208_000, [triage, { id: "fix" }])
  })

/** The intern spends all that the guardrail gives for a day, in steps to these amounts, and is refused then. */
const spentLimit = ({ open, settled }: Gateway, before: number) =>
  Effect.gen(function* () {
    const asked = { key: "sandbox", ...aurora } as const
    let spent = before
    for (const [share, until] of [
      [0.9, 5.6],
      [0.93, 8.35],
      [0.96, INTERN_LIMIT]
    ] as const) {
      const cost = Number((until - spent).toFixed(4))
      const usage = { input: Math.round(cost * 590_000), output: Math.round(cost * 54_000) }
      yield* settled({ ...asked, share, amount: cost }, { cost, usage })
      spent = until
    }
    yield* Effect.ignore(open({ ...asked, share: 0.98, amount: 0.25 }))
  })

/** The requests of today, each set aside and settled at its own time: those of any day, runs, unknown outcomes, one that was not made, and one that is refused. */
export const requestsOfToday = Effect.fnUntraced(function* (ours: Northwind, people: Team, days: Calendar) {
  const gateway = gatewayOf(ours, people, days)
  const requests = trafficOf(0, days.isWeekend(0)).filter(({ isByok, model }) => !isByok && model !== "heron-70b")
  yield* usual(gateway, requests)
  yield* runs(gateway)
  yield* gateway.unknown({ share: 0.5, key: "review", amount: 0.35, ...current, labels: labels.review })
  yield* gateway.released({ share: 0.55, key: "marketing", amount: 0.16, model: "fresco", provider: "paintworks" })
  yield* gateway.unknown({ share: 0.74, key: "pipeline", amount: 0.6, model: "heron-70b", provider: "marshland" })
  // Nobody has stated a price of this model.
  const echo = { share: 0.81, key: "voice", amount: 0.45, model: "echo-1", provider: "tidewater" } as const
  yield* gateway.settled(echo, { usage: { input: 16_000, output: 12_400 } })
  const intern = requests.filter(({ key }) => key === "sandbox").reduce((sum, { cost }) => sum + cost, 0)
  yield* spentLimit(gateway, intern)
})

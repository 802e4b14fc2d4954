import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { api, bearer, openAccount, serve } from "./account.js"
import { message, wire } from "./wire.js"

const ATTACKERS = 100
const PIPELINED = 100

it.scopedLive("a client is answered beside a hundred connections that pipeline a hundred requests each", () =>
  Effect.gen(function* () {
    const { managementKey, stores } = yield* openAccount
    const { logs, url } = yield* serve(stores)
    const victim = yield* wire(url)
    const asking = message("GET", api("/presets"), [`Authorization: ${bearer(managementKey).Authorization}`])
    victim.write(asking)
    yield* victim.until(1)
    const attackers = yield* Effect.replicateEffect(wire(url), ATTACKERS)
    for (const attacker of attackers) attacker.write(message("GET", api("/presets")).repeat(PIPELINED))
    victim.write(asking)
    yield* victim.until(2)
    yield* Effect.forEach(attackers, (attacker) => attacker.until(PIPELINED), { discard: true })
    const statuses = logs.flatMap((line) => /\bstatus=(\d+)/.exec(line)?.[1] ?? [])
    expect(statuses.length).toBe(ATTACKERS * PIPELINED + 2)
    // Each attacker has had a few turns at most, of its hundred.
    expect(statuses.lastIndexOf("200")).toBeLessThan(ATTACKERS * 5)
    for (const { answers } of attackers) expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  })
)

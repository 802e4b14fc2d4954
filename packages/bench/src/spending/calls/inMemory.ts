import { TransportAccount } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import { Tollgate } from "@tollgate/node"
import { localTransport, principalCallers, type Run } from "@tollgate/node/internal"
import * as Effect from "effect/Effect"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Schema from "effect/Schema"
import type { Round, Size } from "../../harness/alternate.js"
import { atMost } from "../../harness/bound.js"
import type { Row } from "../../harness/Section.js"
import { hashing } from "../../harness/timesTheHash.js"
import { besideUnlimited } from "./besideUnlimited.js"
import { measuredCall } from "./callRow.js"
import { askedOf, pairsOf, settlement } from "./pairs.js"
import { createTenants, STORED, type Tenants, tenantsOf } from "./tenants.js"

/**
 * `authorize` and `settle` of core, one after another in one fiber. Their inputs are decoded once, before: a host that calls programs has
 * values of its own, as an HTTP server has after its schema, and decodes them where they come in.
 */
const programsOf = async (tenants: Tenants) => {
  const runtime = ManagedRuntime.make(Core.Memory.layer)
  const run: Run<Core.Services> = (effect) => runtime.runPromise(effect)
  const spenders = await createTenants(async (owner) => {
    const owner_user_id = Core.UserId.make(owner)
    const { key, organization } = await run(Core.createOrganization({ name: "Tenant", owner_user_id }))
    const account = new TransportAccount(localTransport(Effect.map(Core.authenticate(key), principalCallers), run))
    return { id: organization.id, account }
  }, tenants)
  const inputs = spenders.map(({ secret }) => Schema.decodeSync(Core.NewHold)(askedOf(secret, "own")))
  const settling = Schema.decodeSync(Core.NewSettlement)(settlement)
  let next = 0
  const acts = Effect.fnUntraced(function* (count: number) {
    for (let n = 0; n < count; n++) {
      const input = inputs[next++ % inputs.length]
      if (input === undefined) return yield* Effect.dieMessage("There is no key")
      const { data } = yield* Core.authorize(input)
      yield* Core.settle(data.id, settling)
    }
  })
  const round: Round = (count) =>
    runtime.runPromise(Effect.provideService(acts(count), Core.GatewayCaller, { organizationId: null }))
  return { round, spenders, close: () => runtime.dispose() }
}

const times = (limit: number, goal: number) => ["cpu", atMost(limit, " times the hash", goal)] as const

/** The calls in memory, in times of the hash of a key. */
export const inMemory = async (tenants: Tenants, size: Size): Promise<ReadonlyArray<Row>> => {
  const programs = await programsOf(tenants)
  try {
    await using gate = await Tollgate.open({ memory: true })
    const pairs = pairsOf(gate, await tenantsOf(gate, tenants))
    const beside = hashing(programs.spenders.map(({ secret }) => secret))
    const hash = "SHA-256 of the key"
    return [
      await measuredCall(
        ["programs in one fiber, memory", hash],
        { beside, ours: programs.round },
        size,
        times(60, 40)
      ),
      await measuredCall(["Promise, memory", hash], { beside, ours: pairs(1, "own") }, size, times(110, 80)),
      await measuredCall([`Promise, memory, \`any\` of ${STORED + 1}`, hash], { beside, ours: pairs(1, "any") }, size),
      await besideUnlimited("Promise, memory", { gate, callers: 1 }, tenants, size)
    ]
  } finally {
    await programs.close()
  }
}

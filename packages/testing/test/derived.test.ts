import { Memory } from "@tollgate/core"
import * as Storage from "@tollgate/core/storage"
import * as Contracts from "@tollgate/testing/contracts"
import { Context, Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { LONG } from "../../../test/limits.js"
import { commands } from "../src/contracts/commands.js"
import { universe } from "../src/contracts/universe.js"
import { type Call, watched } from "./watched.js"

/** Something that must hold, and what to write otherwise. */
const must = (holds: boolean, otherwise: string) => expect(holds, otherwise).toBe(true)

const contracts = Object.values(Contracts).flatMap((one) => ("promises" in one ? [one] : []))
const ports = Object.entries(Storage).flatMap(([name, port]) =>
  /(Store|Catalog|Book)$/.test(name) && Context.isTag(port) ? [[name, port.key] as const] : []
)

/**
 * The ports that the model test does not compare, because their own contracts have a model or an oracle. That of `OutboxStore` has neither: it
 * states each delivery, also of races, by hand. What it dispatches are alerts of spending, which the model test does not make.
 */
const unmodelled = new Set(["SpendingStore", "PriceBook", "AuditStore", "AlertStore", "OutboxStore"])
/** The organizations of the model are stored before its first command. */
const first = "OrganizationStore.insert"

/** Every command of the model test: the list is the same for each draw. */
const compared = Effect.gen(function* () {
  const draw = { kind: 0, owner: 0, asker: 0, index: 0, second: 1, seconds: 0, patch: {} }
  return new Set(commands(yield* universe, draw).map(({ method }) => method))
}).pipe(Effect.provide(Memory.layer), Effect.runPromise)

const context = Effect.runSync(Effect.scoped(Layer.build(Memory.layer)))

describe.each(ports)("%s", (name, key) => {
  const path = `packages/testing/src/contracts/${name.slice(0, 1).toLowerCase()}${name.slice(1)}Contract.ts`
  const all = Object.keys(context.unsafeMap.get(key) ?? {})

  it("has methods, and a promise of each in its contract", { timeout: LONG }, async () => {
    const calls: Array<Call> = []
    const bodies: Array<Effect.Effect<unknown, unknown, Contracts.Ports>> = []
    for (const { port, promises } of contracts) {
      if (port === name) promises((_, body) => bodies.push(Effect.suspend(body)))
    }
    must(all.length > 0, `${name} is not in Memory.layer: add it in packages/core/src/Memory.ts`)
    const missing = new Set(all.map((method) => `${name}.${method}`))
    for (const body of bodies) {
      // What the others call adds nothing.
      if (missing.size === 0) break
      await Effect.runPromise(Effect.provide(body, watched(Memory.layer, calls)))
      for (const { method } of calls.splice(0)) missing.delete(method)
    }
    must(missing.size === 0, `no promise calls ${[...missing].join(", ")}: write one in ${path}`)
  })

  it.skipIf(unmodelled.has(name))("is compared with the model by every method", async () => {
    const known = await compared
    const missing = all.map((method) => `${name}.${method}`).filter((one) => one !== first && !known.has(one))
    must(
      missing.length === 0,
      `${missing.join(", ")} has no command: write one in the file of packages/testing/src/contracts/commands that has callsOf(${name})`
    )
  })
})

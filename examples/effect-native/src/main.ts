import * as Core from "@tollgate/core"
import { Console, Effect, Schema } from "effect"

const organization = Schema.decode(Core.NewOrganization)
const key = Schema.decode(Core.NewApiKey)
const usage = Schema.decode(Core.UsageInput)

/** A month of a key: its limit, its usage and the remaining spend. */
const aMonth = Effect.gen(function* () {
  const { data } = yield* Effect.flatMap(key({ name: "Batch jobs", limit: 5, limit_reset: "monthly" }), Core.createKey)
  const spent = yield* Effect.flatMap(usage({ usage: 6.5 }), (usage) => Core.recordUsage(data.hash, usage))
  const lifted = yield* Core.updateKey(data.hash, { limit: null })
  return [spent.limit_remaining, lifted.limit_remaining].map((left) => left && Core.Usd.toNumber(left))
})

const program = Effect.gen(function* () {
  const first = yield* Effect.flatMap(organization({ name: "Acme", owner_user_id: "ada" }), Core.createOrganization)
  const manager = yield* Effect.flatMap(Core.authenticate(first.key), Core.requireManagement)
  const asManager = Effect.provideService(Core.ManagementCaller, manager)

  const [overdrawn, unlimited] = yield* asManager(aMonth)
  yield* Console.log(`A limit of 5 after spending 6.5 leaves ${overdrawn}; no limit leaves ${unlimited}.`)

  // What a program may refuse is in its type, and each refusal has fields to act on.
  yield* Core.updateKey(first.data.hash, { disabled: true }).pipe(
    asManager,
    Effect.catchTag("LastManagementKey", (refusal) => Console.log(`${refusal._tag}: ${refusal.message}`))
  )
})

// Any storage package's layer takes the place of this one.
await program.pipe(Effect.provide(Core.Memory.layer), Effect.runPromise)

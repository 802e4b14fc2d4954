import { expect, it } from "@effect/vitest"
import { assignMembers, authorize, createGuardrail, GatewayCaller, NewHold, updateGuardrail } from "@tollgate/core"
import { SpendingStore, Transaction } from "@tollgate/core/storage"
import { aGuardrail, aGuardrailPatch, members, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Either, Fiber, Layer, Redacted, Schema } from "effect"
import { whenWaiting } from "./support/activity.js"
import { connect, emptyDatabase, migratedDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const lock = (kind: string) => `SELECT id FROM spending_scopes WHERE kind = '${kind}' FOR NO KEY UPDATE NOWAIT`

/** An account on an empty database, whose ordinary key has spent once, and its member's guardrail with a budget. */
const opened = Effect.gen(function* () {
  const { asManager, ordinaryKey } = yield* TestAccount.make()
  const hold = Effect.provideService(
    authorize(Schema.decodeSync(NewHold)({ key: Redacted.value(ordinaryKey), amount: 1, models: ["acme/writer"] })),
    GatewayCaller,
    { organizationId: null }
  )
  // The scope of the workspace exists before that of the guardrail, so it has the lower number.
  const { key_holder } = yield* hold
  const input = aGuardrail({ limit_usd: 5, reset_interval: "daily" })
  const guardrail = yield* Effect.provide(createGuardrail(input), asManager)
  yield* Effect.provide(assignMembers(guardrail.id, members(key_holder.user_id)), asManager)
  return { asManager, guardrail, hold, key_holder }
})

it.scopedLive(
  "A changed guardrail locks scopes in the order of admissions: it holds none while it waits for a lower one",
  () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const stores = yield* Layer.buildWithScope(inDatabase(url), yield* Effect.scope)
      yield* Effect.gen(function* () {
        const { asManager, guardrail, hold } = yield* opened
        yield* hold
        const other = yield* connect(url)
        const run = (text: string) => Effect.promise(() => other.query(text))
        yield* run("BEGIN")
        yield* run(lock("workspace"))
        const changing = yield* Effect.fork(
          Effect.provide(updateGuardrail(guardrail.id, aGuardrailPatch({ limit_usd: 6 })), asManager)
        )
        yield* whenWaiting(url, 1)
        // An admission goes on from the workspace to the guardrail.
        expect((yield* run(lock("guardrail_member"))).rowCount).toBe(1)
        yield* run("COMMIT")
        expect((yield* Fiber.join(changing)).limit_usd).toBe(6_000_000_000n)
      }).pipe(Effect.provide(stores))
    })
)

it.scopedLive(
  "An admission that is judged under locks locks its scopes, and no record that a change may have locked before it waits for a scope",
  () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const stores = yield* Layer.build(inDatabase(url))
      yield* Effect.gen(function* () {
        const { hold, key_holder } = yield* opened
        const { organization_id, workspace_id: subject } = key_holder
        const [store, { run }] = [yield* SpendingStore, yield* Transaction]
        const ref = { organization_id, kind: "workspace", guardrail_id: null, subject } as const
        const lockAll = (table: string) =>
          Effect.either(Effect.tryPromise(() => other.query(`SELECT 1 FROM ${table} FOR UPDATE NOWAIT`)))
        const other = yield* connect(url)
        const free = yield* run(
          store.lock(
            [ref],
            Effect.zipRight(
              hold,
              Effect.filter(["spending_scopes", "api_keys", "guardrails", "workspace_members"], (table) =>
                Effect.map(lockAll(table), Either.isRight)
              )
            )
          )
        )
        expect(free).toEqual(["api_keys", "guardrails", "workspace_members"])
      }).pipe(Effect.provide(stores))
    })
)

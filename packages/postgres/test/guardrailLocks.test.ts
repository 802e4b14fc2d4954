import { expect, it } from "@effect/vitest"
import { assignMembers, authorize, createGuardrail, GatewayCaller, NewHold, updateGuardrail } from "@tollgate/core"
import { aGuardrail, aGuardrailPatch, members, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Fiber, Layer, Redacted, Schema } from "effect"
import { whenWaiting } from "./support/activity.js"
import { connect, freshDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const lock = (kind: string) => `SELECT id FROM spending_scopes WHERE kind = '${kind}' FOR NO KEY UPDATE NOWAIT`

it.scopedLive(
  "A changed guardrail locks scopes in the order of admissions: it holds none while it waits for a lower one",
  () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const stores = yield* Layer.buildWithScope(inDatabase(url), yield* Effect.scope)
      yield* Effect.gen(function* () {
        const { asManager, ordinaryKey } = yield* TestAccount.make()
        const hold = Effect.provideService(
          authorize(
            Schema.decodeSync(NewHold)({ key: Redacted.value(ordinaryKey), amount: 1, models: ["acme/writer"] })
          ),
          GatewayCaller,
          { organizationId: null }
        )
        // The scope of the workspace exists before that of the guardrail, so it has the lower number.
        const { key_holder } = yield* hold
        const guardrail = yield* Effect.provide(
          createGuardrail(aGuardrail({ limit_usd: 5, reset_interval: "daily" })),
          asManager
        )
        yield* Effect.provide(assignMembers(guardrail.id, members(key_holder.user_id)), asManager)
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

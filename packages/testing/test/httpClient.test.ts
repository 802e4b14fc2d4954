import { assert, it } from "@effect/vitest"
import { GuardrailNotFound, Usd } from "@tollgate/core"
import { httpClient, TestAccount } from "@tollgate/testing"
import { Effect } from "effect"

it.scoped("the typed client speaks to the whole service without a socket", () =>
  Effect.gen(function* () {
    const account = yield* TestAccount.make()
    const client = yield* httpClient(account.managementKey)
    const { limit } = yield* client.keys.updateKey({
      path: { hash: account.ordinaryHash },
      payload: { limit: Usd.fromNumber(2.5) }
    })
    assert.strictEqual(Usd.toNumber(limit ?? Usd.zero), 2.5)
    const refusal = yield* Effect.flip(client.guardrails.deleteGuardrail({ path: { id: "nope" } }))
    assert.deepStrictEqual(refusal, new GuardrailNotFound({ short_id: null }))
    const members = yield* client.workspaces.listWorkspaceMembers({
      path: { id: "default" },
      urlParams: { limit: 1, offset: 0 }
    })
    assert.strictEqual(members.total_count, 1)
  }).pipe(Effect.provide(TestAccount.layer))
)

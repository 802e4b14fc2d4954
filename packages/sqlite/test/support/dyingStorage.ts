import { SqlClient, SqlError } from "@effect/sql"
import { expect } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { aGuardrail, aGuardrailPatch, aKey, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Either, Layer } from "effect"
import { filtered } from "./clients.js"

/** A change by a name, and whether its row in a table is as the change makes it. */
interface Change {
  readonly operation: string
  readonly program: Effect.Effect<unknown, unknown, Core.ManagementCaller | Core.Services>
  readonly isDone: Effect.Effect<boolean, SqlError.SqlError>
}

type Prepare = (
  name: string,
  client: SqlClient.SqlClient
) => Effect.Effect<Change, unknown, Core.ManagementCaller | Core.Services>

const createKey: Prepare = (name, client) =>
  Effect.succeed({
    operation: "keys.createKey",
    program: Core.createKey(aKey({ name })),
    isDone: Effect.map(client`SELECT 1 FROM api_keys WHERE name = ${name}`, (rows) => rows.length === 1)
  })

const updateGuardrail: Prepare = (name, client) =>
  Effect.map(Core.createGuardrail(aGuardrail({ name: `${name} before` })), ({ id }) => ({
    operation: "guardrails.updateGuardrail",
    program: Core.updateGuardrail(id, aGuardrailPatch({ name })),
    isDone: Effect.map(client`SELECT 1 FROM guardrails WHERE name = ${name}`, (rows) => rows.length === 1)
  }))

const deleteGuardrail: Prepare = (name, client) =>
  Effect.map(Core.createGuardrail(aGuardrail({ name })), ({ id }) => ({
    operation: "guardrails.deleteGuardrail",
    program: Core.deleteGuardrail(id),
    isDone: Effect.map(client`SELECT 1 FROM guardrails WHERE name = ${name}`, (rows) => rows.length === 0)
  }))

/** A creation, a change and a deletion, of two resources. */
export const changes: Readonly<Record<string, Prepare>> = { createKey, updateGuardrail, deleteGuardrail }

/**
 * Makes changes under idempotency keys on a storage that dies at the first write of the change, then at the second, and so on, until it
 * survives one. Returns at how many it has died. After each, the change, its audit entry and its kept answer must all be there, or none
 * of them.
 */
export const changeUntilItSurvives = (client: SqlClient.SqlClient, change: string, prepare: Prepare) =>
  Effect.gen(function* () {
    let left = Number.POSITIVE_INFINITY
    const dying = filtered(client, (text) => {
      if (text === "ROLLBACK") return Effect.void
      if (/^(INSERT|UPDATE|DELETE|WITH|COMMIT)/.test(text)) left--
      return left > 0 ? Effect.void : Effect.fail(new SqlError.SqlError({ cause: new Error("The storage has died.") }))
    })
    const stores = yield* Layer.build(
      Layer.merge(Layer.provide(Sql.layer, Layer.succeed(SqlClient.SqlClient, dying)), Vault.layerEphemeral)
    )
    return yield* Effect.gen(function* () {
      const { asManager } = yield* TestAccount.make()
      for (let writes = 1; writes < 50; writes++) {
        const name = `${change}-died-at-${writes}`
        const { isDone, operation, program } = yield* Effect.provide(prepare(name, client), asManager)
        const entries = Effect.map(
          client`SELECT 1 FROM audit_entries WHERE action = ${operation}`,
          (rows) => rows.length
        )
        const before = yield* entries
        const key = Core.IdempotencyKey.make(name)
        const named = { sender: Core.ManagementCaller, key, operation, path: [], body: name, write: () => "done" }
        left = writes
        const changed = yield* Effect.either(Effect.provide(Core.answerOnce(named, program), asManager))
        left = Number.POSITIVE_INFINITY
        const kept = yield* client`SELECT 1 FROM kept_answers WHERE name = ${name}`
        const isStored = Either.isRight(changed)
        const found = { isDone: yield* isDone, entries: (yield* entries) - before, kept: kept.length }
        expect({ name, ...found }).toEqual({
          name,
          isDone: isStored,
          entries: Number(isStored),
          kept: Number(isStored)
        })
        if (isStored) return writes - 1
      }
      return expect.fail("it never survived")
    }).pipe(Effect.provide(stores))
  })

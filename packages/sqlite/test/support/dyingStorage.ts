import { SqlClient, SqlError } from "@effect/sql"
import { expect } from "@effect/vitest"
import { answerOnce, CreatedApiKey, createKey, IdempotencyKey } from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { aKey, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Either, Layer, Schema } from "effect"
import { filtered } from "./clients.js"

const write = Schema.encodeSync(Schema.parseJson(CreatedApiKey))

/** Creates a key under an idempotency key, both of this name. */
const create = (name: string) =>
  answerOnce(
    { key: IdempotencyKey.make(name), operation: "createKey", path: [], body: name, write },
    createKey(aKey({ name }))
  )

/**
 * Creates keys on a storage that dies at the first write of the creation, then at the second, and so on, until it survives one. Returns
 * at how many it has died. After each, the key, its audit entry and its kept answer must all be there, or none of them.
 */
export const createUntilItSurvives = (client: SqlClient.SqlClient) =>
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
        const name = `died-at-${writes}`
        left = writes
        const created = yield* Effect.either(Effect.provide(create(name), asManager))
        left = Number.POSITIVE_INFINITY
        const found = yield* Effect.all([
          client`SELECT name FROM api_keys WHERE name = ${name}`,
          client`SELECT action FROM audit_entries WHERE changes LIKE ${`%${name}%`}`,
          client`SELECT name FROM kept_answers WHERE name = ${name}`
        ])
        const count = Either.isRight(created) ? 1 : 0
        expect({ name, found: found.map((rows) => rows.length) }).toEqual({ name, found: [count, count, count] })
        if (count === 1) return writes - 1
      }
      return expect.fail("it never survived")
    }).pipe(Effect.provide(stores))
  })

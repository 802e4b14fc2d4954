import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { CodeRefused, createAuthorizationCode, exchangeCode, SecretKey, updateKey } from "@tollgate/core"
import { Transaction, Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { anAuthorizationCode, anExchange, pkce, TestAccount } from "@tollgate/testing"
import { Effect, Layer, Redacted, TestClock } from "effect"
import { hasHostClient, migratedClient } from "./support/clients.js"
import { connect, inFile, temporaryFile } from "./support/files.js"

const refused = new CodeRefused()

/** An account with a code that has a challenge, and how to exchange it. */
const issued = Effect.gen(function* () {
  const { asManager } = yield* TestAccount.make()
  const { id } = yield* Effect.provide(
    createAuthorizationCode(anAuthorizationCode({ code_challenge: pkce.challenge })),
    asManager
  )
  const exchange = (code_verifier: string) =>
    Effect.provide(exchangeCode(anExchange({ code: Redacted.value(id), code_verifier })), asManager)
  const isDisabled = (secret: Redacted.Redacted) =>
    Effect.map(Effect.provide(updateKey(SecretKey.hash(secret), {}), asManager), ({ disabled }) => disabled)
  return { exchange, isDisabled }
})

const wrong = "x".repeat(43)

describe("An exchange whose refusal undoes the transaction around it", () => {
  it.scoped("leaves the wrong verifier counted, and the key of a stolen code disabled", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const other = yield* Effect.zipRight(Effect.scoped(Layer.build(inFile(file))), connect(file))
      const failures = () => other.values("SELECT failures FROM authorization_codes")
      yield* Effect.gen(function* () {
        const { run } = yield* Transaction
        const { exchange, isDisabled } = yield* issued
        expect(yield* Effect.flip(run(exchange(wrong)))).toEqual(refused)
        expect(failures()).toEqual([1])
        expect(yield* Effect.flip(run(Effect.zipRight(Effect.flip(exchange(wrong)), exchange(wrong))))).toEqual(refused)
        expect(failures()).toEqual([3])
        const { key } = yield* exchange(pkce.verifier)
        yield* TestClock.adjust("11 seconds")
        expect(yield* Effect.flip(run(exchange(pkce.verifier)))).toEqual(refused)
        expect(yield* isDisabled(key)).toBe(true)
      }).pipe(Effect.provide(inFile(file)))
    })
  )

  it.scoped.skipIf(!hasHostClient)(
    "leaves it counted, and the key disabled, also in a transaction of the host's client",
    () =>
      Effect.gen(function* () {
        const host = yield* migratedClient(yield* temporaryFile)
        const stores = Layer.provide(Sql.layerJoining, Layer.succeed(SqlClient.SqlClient, host))
        yield* Effect.gen(function* () {
          const { exchange, isDisabled } = yield* issued
          const failures = Effect.map(host<{ failures: number }>`SELECT failures FROM authorization_codes`, (rows) =>
            rows.map(({ failures }) => failures)
          )
          // What is done again after the host's transaction comes when the connection is free.
          const becomes = <A, E, R>(expected: A, actual: Effect.Effect<A, E, R>) =>
            Effect.repeat(Effect.zipRight(Effect.yieldNow(), actual), {
              until: (value) => JSON.stringify(value) === JSON.stringify(expected)
            })
          expect(yield* Effect.flip(host.withTransaction(exchange(wrong)))).toEqual(refused)
          yield* becomes([1], failures)
          const { key } = yield* exchange(pkce.verifier)
          yield* TestClock.adjust("11 seconds")
          expect(yield* Effect.flip(host.withTransaction(exchange(pkce.verifier)))).toEqual(refused)
          yield* becomes(true, isDisabled(key))
        }).pipe(Effect.provide(Layer.merge(stores, Vault.layerEphemeral)))
      })
  )
})

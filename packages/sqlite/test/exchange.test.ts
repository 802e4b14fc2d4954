import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { CodeRefused, createAuthorizationCode, exchangeCode, SecretKey, updateKey } from "@tollgate/core"
import { Transaction, Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { anAuthorizationCode, anExchange, pkce, TestAccount } from "@tollgate/testing"
import { Effect, Layer, Redacted, TestClock } from "effect"
import { hasHostClient, migratedClient } from "./support/clients.js"
import { connect, emptyFile, inFile, temporaryFile } from "./support/files.js"

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

describe("An exchange that is refused", () => {
  it.scoped("leaves the wrong verifier counted, and the key of a stolen code disabled", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const other = yield* Effect.zipRight(Effect.scoped(Layer.build(inFile(file))), connect(file))
      const failures = () => other.values("SELECT failures FROM authorization_codes")
      yield* Effect.gen(function* () {
        const { run } = yield* Transaction
        const { exchange, isDisabled } = yield* issued
        expect(yield* Effect.flip(exchange(wrong))).toEqual(refused)
        expect(failures()).toEqual([1])
        expect(yield* run(Effect.zipRight(Effect.flip(exchange(wrong)), Effect.flip(exchange(wrong))))).toEqual(refused)
        expect(failures()).toEqual([3])
        const { key } = yield* exchange(pkce.verifier)
        yield* TestClock.adjust("11 seconds")
        expect(yield* Effect.flip(exchange(pkce.verifier))).toEqual(refused)
        expect(yield* isDisabled(key)).toBe(true)
      }).pipe(Effect.provide(inFile(file)))
    })
  )

  it.scoped.skipIf(!hasHostClient)(
    "follows a transaction of the host's client: what that rolls back was not counted",
    () =>
      Effect.gen(function* () {
        const host = yield* migratedClient(yield* temporaryFile)
        const stores = Layer.provide(Sql.layerJoining, Layer.succeed(SqlClient.SqlClient, host))
        yield* Effect.gen(function* () {
          const { exchange, isDisabled } = yield* issued
          const failures = Effect.map(host<{ failures: number }>`SELECT failures FROM authorization_codes`, (rows) =>
            rows.map(({ failures }) => failures)
          )
          expect(yield* Effect.flip(host.withTransaction(exchange(wrong)))).toEqual(refused)
          expect(yield* failures).toEqual([0])
          expect(yield* host.withTransaction(Effect.flip(exchange(wrong)))).toEqual(refused)
          expect(yield* failures).toEqual([1])
          const { key } = yield* exchange(pkce.verifier)
          yield* TestClock.adjust("11 seconds")
          expect(yield* Effect.flip(host.withTransaction(exchange(pkce.verifier)))).toEqual(refused)
          expect(yield* isDisabled(key)).toBe(false)
          expect(yield* host.withTransaction(Effect.flip(exchange(pkce.verifier)))).toEqual(refused)
          expect(yield* isDisabled(key)).toBe(true)
        }).pipe(Effect.provide(Layer.merge(stores, Vault.layerEphemeral)))
      })
  )
})

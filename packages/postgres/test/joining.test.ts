import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import {
  authenticate,
  createAuthorizationCode,
  createKey,
  createOrganization,
  deleteKey,
  exchangeCode,
  LastManagementKey,
  ManagementCaller,
  NewApiKey,
  NewAuthorizationCode,
  recordUsage,
  requireManagement,
  type Services,
  StorageFailure,
  UsageInput
} from "@tollgate/core"
import { KeyStore, OrganizationStore, Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { aHome, aKeyRecord, anOrganization } from "@tollgate/testing"
import { Deferred, Effect, Exit, Layer, Option, Redacted, Schema } from "effect"
import { migratedClient } from "./support/clients.js"
import { migratedDatabase } from "./support/databases.js"

/** A host's client with a table of its own, and the stores that join its transactions. */
const opened = Effect.gen(function* () {
  const host = yield* migratedClient(yield* migratedDatabase)
  yield* host`CREATE TABLE notes (note TEXT)`
  const joining = Layer.provide(Sql.layerJoining, Layer.succeed(SqlClient.SqlClient, host))
  const stores = yield* Layer.build(Layer.merge(joining, Vault.layerEphemeral))
  const note = (text: string) => host`INSERT INTO notes (note) VALUES (${text})`
  const notes = Effect.map(host<{ note: string }>`SELECT note FROM notes ORDER BY note`, (rows) =>
    rows.map(({ note }) => note)
  )
  return { host, stores, note, notes }
})

describe("Stores that join the transaction of a host on PostgreSQL", () => {
  it.scopedLive("are kept or lost with it", () =>
    Effect.gen(function* () {
      const { host, note, notes, stores } = yield* opened
      yield* Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const created = yield* host.withTransaction(Effect.zipLeft(createOrganization(anOrganization()), note("first")))
        const lost = yield* Effect.flip(
          host.withTransaction(
            Effect.zipRight(note("second"), Effect.flatMap(createOrganization(anOrganization()), Effect.fail))
          )
        )
        expect(yield* notes).toEqual(["first"])
        const isThere = (id: typeof created.organization.id) => Effect.map(organizations.find(id), Option.isSome)
        expect(yield* isThere(created.organization.id)).toBe(true)
        expect("organization" in lost ? yield* isThere(lost.organization.id) : null).toBe(false)
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("leave it as it was where a statement of theirs fails", () =>
    Effect.gen(function* () {
      const { host, note, notes, stores } = yield* opened
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const home = yield* aHome()
        const key = yield* aKeyRecord(home)
        yield* host.withTransaction(
          Effect.gen(function* () {
            yield* keys.insert(key)
            expect(yield* Effect.flip(keys.insert(key))).toBeInstanceOf(StorageFailure)
            expect(yield* Effect.map(keys.find(home.organization_id, key.hash), Option.isSome)).toBe(true)
            yield* note("after the failure")
          })
        )
        expect(yield* notes).toEqual(["after the failure"])
        expect(yield* Effect.map(keys.find(home.organization_id, key.hash), Option.isSome)).toBe(true)
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("work again after the host has undone a part of its own, whose statement failed", () =>
    Effect.gen(function* () {
      const { host, note, notes, stores } = yield* opened
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const home = yield* aHome()
        const [one, two] = yield* Effect.all([aKeyRecord(home), aKeyRecord(home)])
        const part = Effect.gen(function* () {
          yield* Effect.ignore(host`SELECT 1 / 0`)
          expect(yield* Effect.flip(keys.insert(one))).toBeInstanceOf(StorageFailure)
          return yield* Effect.fail("undone")
        })
        yield* host.withTransaction(
          Effect.gen(function* () {
            yield* note("before")
            expect(yield* Effect.flip(host.withTransaction(part))).toBe("undone")
            yield* keys.insert(two)
          })
        )
        expect(yield* notes).toEqual(["before"])
        const found = yield* Effect.forEach([one, two], ({ hash }) => keys.find(home.organization_id, hash))
        expect(found.map(Option.isSome)).toEqual([false, true])
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("keep programs of the same moment apart", () =>
    Effect.gen(function* () {
      const { host, stores } = yield* opened
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const home = yield* aHome()
        const [first, second] = yield* Effect.all([aKeyRecord(home), aKeyRecord(home)])
        yield* keys.insert(first)
        const outcomes = yield* host.withTransaction(
          Effect.forEach([first, second, first], (key) => Effect.either(keys.insert(key)), { concurrency: "unbounded" })
        )
        expect(outcomes.map(({ _tag }) => _tag)).toEqual(["Left", "Right", "Left"])
        expect(yield* Effect.map(keys.find(home.organization_id, second.hash), Option.isSome)).toBe(true)
      }).pipe(Effect.provide(stores))
    })
  )

  /**
   * Runs one act in a transaction of the host, and the other in another one that begins before the first is committed. Such
   * a transaction is READ COMMITTED.
   */
  const overlapping = <A, E, B, F>(host: SqlClient.SqlClient, one: Effect.Effect<A, E>, other: Effect.Effect<B, F>) =>
    Effect.gen(function* () {
      const hasBegun = yield* Deferred.make<void>()
      const isOver = yield* Deferred.make<void>()
      const second = Effect.zipRight(Deferred.await(hasBegun), host.withTransaction(other)).pipe(
        Effect.ensuring(Deferred.succeed(isOver, undefined))
      )
      const isWaiting = Effect.map(host`SELECT 1 FROM pg_locks WHERE NOT granted`, (rows) => rows.length > 0)
      const hasMet = Effect.zipWith(isWaiting, Deferred.isDone(isOver), (waits, over) => waits || over)
      const first = host.withTransaction(
        Effect.all([one, Deferred.succeed(hasBegun, undefined), Effect.repeat(hasMet, { until: (is) => is })])
      )
      const [, result] = yield* Effect.all([Effect.exit(first), Effect.exit(second)], { concurrency: "unbounded" })
      return yield* result
    })

  const managed = Effect.gen(function* () {
    const { host, stores } = yield* opened
    const first = yield* Effect.provide(createOrganization(anOrganization()), stores)
    const manager = yield* Effect.provide(Effect.flatMap(authenticate(first.key), requireManagement), stores)
    const as = <A, E>(effect: Effect.Effect<A, E, ManagementCaller | Services>) =>
      effect.pipe(Effect.provideService(ManagementCaller, manager), Effect.provide(stores))
    return { as, first, host }
  })

  it.scopedLive("add up what two transactions of the host record for one key", () =>
    Effect.gen(function* () {
      const { as, host } = yield* managed
      const { data } = yield* as(createKey(yield* Schema.decode(NewApiKey)({ name: "used by two" })))
      const spend = as(recordUsage(data.hash, yield* Schema.decode(UsageInput)({ usage: 1 })))
      expect((yield* overlapping(host, spend, spend)).usage).toBe(2_000_000_000n)
    })
  )

  it.scopedLive("keep the last management key when two transactions of the host each delete one of two", () =>
    Effect.gen(function* () {
      const { as, first, host } = yield* managed
      const second = yield* as(createKey(yield* Schema.decode(NewApiKey)({ name: "second", management: true })))
      const both = overlapping(host, as(deleteKey(first.data.hash)), as(deleteKey(second.data.hash)))
      expect(yield* Effect.flip(both)).toEqual(new LastManagementKey({ hash: second.data.hash, change: "delete" }))
    })
  )

  it.scopedLive("count the wrong verifiers of two transactions of the host", () =>
    Effect.gen(function* () {
      const { as, host } = yield* managed
      const input = { callback_url: "https://app.example/", code_challenge: "A".repeat(43) }
      const { id: code } = yield* as(createAuthorizationCode(yield* Schema.decode(NewAuthorizationCode)(input)))
      const guess = Effect.exit(as(exchangeCode({ code, code_verifier: Redacted.make("v".repeat(43)) })))
      expect(Exit.isFailure(yield* overlapping(host, guess, guess))).toBe(true)
      expect(yield* host`SELECT failures::int FROM authorization_codes`).toEqual([{ failures: 2 }])
    })
  )
})

import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { createOrganization, StorageFailure } from "@tollgate/core"
import { KeyStore, Transaction } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { aHome, aKeyRecord, anOrganization } from "@tollgate/testing"
import { Deferred, Effect, Exit, Fiber, Layer } from "effect"
import { hasHostClient, migratedClient } from "./support/clients.js"
import { temporaryFile } from "./support/files.js"

const joining = (client: SqlClient.SqlClient) =>
  Layer.build(Layer.provide(Sql.layerJoining, Layer.succeed(SqlClient.SqlClient, client)))

const isThere = (id: string) =>
  Effect.map(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM organizations WHERE id = ${id}`),
    (rows) => rows.length === 1
  )

/** A host's client with Tollgate's stores in its transactions, an organization to put keys into, and two keys for it. */
const hosted = Effect.gen(function* () {
  const host = yield* migratedClient(yield* temporaryFile)
  const stores = yield* joining(host)
  const home = yield* Effect.provide(aHome(), stores)
  const [one, two] = [yield* aKeyRecord(home), yield* aKeyRecord(home)]
  const hashes = Effect.map(host`SELECT hash FROM api_keys ORDER BY hash`, (rows) => rows.map(({ hash }) => hash))
  const insert = (key: typeof one) =>
    Effect.provide(
      Effect.flatMap(KeyStore, (keys) => keys.insert(key)),
      stores
    )
  const inTransaction = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.provide(
      Effect.flatMap(Transaction, ({ run }) => run(effect)),
      stores
    )
  const many = yield* Effect.replicateEffect(aKeyRecord(home), 2)
  return { host, stores, hashes, one, two, many, insert, inTransaction }
})

describe.skipIf(!hasHostClient)("Within a transaction of the client that the host handed over", () => {
  it.scoped("what Tollgate did is undone with the transaction of the client that was handed over", () =>
    Effect.gen(function* () {
      const host = yield* migratedClient(yield* temporaryFile)
      const stores = yield* joining(host)
      const made = Effect.provide(createOrganization(anOrganization()), stores)
      yield* Effect.flip(host.withTransaction(Effect.zipRight(made, Effect.fail("undone"))))
      expect(yield* host`SELECT id FROM organizations`).toEqual([])
      const kept = yield* host.withTransaction(made)
      expect(yield* Effect.provideService(isThere(kept.organization.id), SqlClient.SqlClient, host)).toBe(true)
    })
  )

  it.scoped("an act that fails undoes its own part only, where the host goes on", () =>
    Effect.gen(function* () {
      const host = yield* migratedClient(yield* temporaryFile)
      const stores = yield* joining(host)
      yield* host`CREATE TABLE notes (text TEXT)`
      const failing = Effect.flatMap(Transaction, ({ run }) =>
        run(Effect.zipRight(createOrganization(anOrganization()), Effect.fail("no" as const)))
      )
      yield* host.withTransaction(
        Effect.zipRight(host`INSERT INTO notes VALUES ('kept')`, Effect.flip(Effect.provide(failing, stores)))
      )
      expect(yield* host`SELECT text FROM notes`).toEqual([{ text: "kept" }])
      expect(yield* host`SELECT id FROM organizations`).toEqual([])
    })
  )

  it.scopedLive("two programs at once do not undo each other: what says Success is there, and the other is not", () =>
    Effect.gen(function* () {
      const { hashes, host, inTransaction, insert, one, two } = yield* hosted
      const turns = Effect.repeatN(Effect.yieldNow(), 5)
      const exits = yield* host.withTransaction(
        Effect.all(
          [
            Effect.exit(inTransaction(Effect.all([insert(one), turns, Effect.fail("no" as const)]))),
            Effect.exit(inTransaction(Effect.all([turns, insert(two)])))
          ],
          { concurrency: "unbounded" }
        )
      )
      expect(exits.map(({ _tag }) => _tag)).toEqual(["Failure", "Success"])
      expect(yield* hashes).toEqual([two.hash])
    })
  )

  it.scopedLive("a statement by itself that comes while a program is under way is not undone with that", () =>
    Effect.gen(function* () {
      const { hashes, host, inTransaction, insert, one, two } = yield* hosted
      const turns = Effect.repeatN(Effect.yieldNow(), 5)
      yield* host.withTransaction(
        Effect.all([Effect.exit(inTransaction(Effect.all([insert(one), turns, Effect.fail("no")]))), insert(two)], {
          concurrency: "unbounded"
        })
      )
      expect(yield* hashes).toEqual([two.hash])
    })
  )

  it.scopedLive("a program that ignored a failed statement is undone alone, and what the host did stays", () =>
    Effect.gen(function* () {
      const { hashes, host, inTransaction, insert, many, one } = yield* hosted
      const [before, after] = many
      const hosts = (key: typeof one | undefined) => (key === undefined ? Effect.dieMessage("no key") : insert(key))
      const ignoring = inTransaction(Effect.all([insert(one), Effect.ignore(insert(one))]))
      const failure = yield* host.withTransaction(
        Effect.zipLeft(Effect.zipRight(hosts(before), Effect.flip(ignoring)), hosts(after))
      )
      expect(failure).toBeInstanceOf(StorageFailure)
      expect(yield* hashes).toEqual([before?.hash, after?.hash].sort())
    })
  )

  it.scopedLive("a program that is interrupted is undone alone, and what the host did stays", () =>
    Effect.gen(function* () {
      const { hashes, host, inTransaction, insert, one, two } = yield* hosted
      const begun = yield* Deferred.make<void>()
      const endless = inTransaction(Effect.all([insert(one), Deferred.succeed(begun, undefined), Effect.never]))
      yield* host.withTransaction(
        Effect.gen(function* () {
          const fiber = yield* Effect.fork(endless)
          yield* Deferred.await(begun)
          yield* Fiber.interrupt(fiber)
          yield* insert(two)
        })
      )
      expect(yield* hashes).toEqual([two.hash])
    })
  )

  it.scopedLive("that SQLite has undone by itself, nothing more is acknowledged; the next one is as any", () =>
    Effect.gen(function* () {
      const { hashes, host, inTransaction, insert, many, one, two } = yield* hosted
      const [fatal = one] = many
      // As a full disk does to some statements.
      yield* host.unsafe(`CREATE TRIGGER full BEFORE INSERT ON api_keys WHEN new.hash = '${fatal.hash}'
BEGIN SELECT RAISE(ROLLBACK, 'no room'); END`)
      const failures: Array<unknown> = []
      const body = Effect.gen(function* () {
        yield* insert(one)
        failures.push(yield* Effect.flip(inTransaction(insert(fatal))))
        failures.push(yield* Effect.flip(insert(two)))
        failures.push(yield* Effect.flip(inTransaction(insert(two))))
      })
      expect(Exit.isFailure(yield* Effect.exit(host.withTransaction(body)))).toBe(true)
      expect(failures.map((failure) => failure instanceof StorageFailure)).toEqual([true, true, true])
      expect(yield* hashes).toEqual([])
      yield* host.withTransaction(insert(two))
      expect(yield* hashes).toEqual([two.hash])
    })
  )

  it.scopedLive("outside of one, a program has a transaction of its own", () =>
    Effect.gen(function* () {
      const { hashes, inTransaction, insert, one, two } = yield* hosted
      expect(yield* Effect.flip(inTransaction(Effect.zipRight(insert(one), Effect.fail("no" as const))))).toBe("no")
      yield* inTransaction(insert(two))
      expect(yield* hashes).toEqual([two.hash])
    })
  )
})

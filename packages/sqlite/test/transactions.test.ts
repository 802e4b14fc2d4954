import { SqlClient, SqlError } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { createOrganization, type OrganizationId, StorageFailure } from "@tollgate/core"
import { KeyStore, OrganizationStore, Transaction } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { aHome, aKeyRecord, anOrganization } from "@tollgate/testing"
import { Deferred, Effect, Fiber, Layer, Option, TestClock } from "effect"
import { filtered, hasHostClient, hostClient, migratedClient } from "./support/clients.js"
import { connect, emptyFile, inFile, openAndClose, temporaryFile } from "./support/files.js"

const over = (client: SqlClient.SqlClient) =>
  Layer.build(Layer.provide(Sql.layer, Layer.succeed(SqlClient.SqlClient, client)))

const isThere = (id: string) =>
  Effect.map(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM organizations WHERE id = ${id}`),
    (rows) => rows.length === 1
  )

describe("The host's transactions", () => {
  it.scoped.skipIf(!hasHostClient)(
    "a transaction of another client is not joined: what Tollgate did in it stays when it is undone",
    () =>
      Effect.gen(function* () {
        const host = yield* hostClient(yield* temporaryFile)
        const stores = yield* Layer.build(inFile(yield* emptyFile))
        yield* host`CREATE TABLE notes (text TEXT)`
        const made: Array<OrganizationId> = []
        const act = Effect.gen(function* () {
          yield* host`INSERT INTO notes VALUES ('lost')`
          const { organization } = yield* Effect.provide(createOrganization(anOrganization()), stores)
          made.push(organization.id)
          return yield* Effect.fail("undone" as const)
        })
        expect(yield* Effect.flip(host.withTransaction(act))).toBe("undone")
        expect(yield* host`SELECT text FROM notes`).toEqual([])
        const find = (id: OrganizationId) => Effect.flatMap(OrganizationStore, (_) => _.find(id))
        const kept = yield* Effect.provide(Effect.forEach(made, find), stores)
        expect(kept.map(Option.isSome)).toEqual([true])
      })
  )

  it.scoped("two databases in one fiber do not share a transaction: one is undone, the other kept", () =>
    Effect.gen(function* () {
      const [first, second] = yield* Effect.all([
        Layer.build(inFile(yield* emptyFile)),
        Layer.build(inFile(yield* temporaryFile))
      ])
      const made = createOrganization(anOrganization())
      const inner = Effect.provide(made, second)
      const outer = Effect.flatMap(Transaction, ({ run }) =>
        run(
          Effect.zipRight(
            made,
            Effect.flatMap(inner, (result) => Effect.fail(result))
          )
        )
      )
      const { organization } = yield* Effect.flip(Effect.provide(outer, first)).pipe(
        Effect.filterOrDie(
          (result) => "organization" in result,
          () => "the outer transaction failed otherwise"
        )
      )
      const count = Effect.flatMap(OrganizationStore, (_) => _.isEmpty)
      expect(yield* Effect.provide(count, first)).toBe(true)
      const found = Effect.flatMap(OrganizationStore, (_) => _.find(organization.id))
      expect(yield* Effect.provide(found, second)).toEqual(Option.some(organization))
    })
  )
})

describe("A transaction", () => {
  it.scoped("is undone when a statement of it failed, even where the effect went on", () =>
    Effect.gen(function* () {
      const stores = yield* Layer.build(inFile(yield* emptyFile))
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const { run } = yield* Transaction
        const home = yield* aHome()
        const [one, two] = [yield* aKeyRecord(home), yield* aKeyRecord(home)]
        const body = Effect.all([keys.insert(one), Effect.ignore(keys.insert(one)), keys.insert(two)])
        const failure = yield* Effect.flip(run(body))
        expect(failure).toBeInstanceOf(StorageFailure)
        expect(yield* keys.find(home.organization_id, one.hash)).toEqual(Option.none())
        expect(yield* keys.find(home.organization_id, two.hash)).toEqual(Option.none())
      }).pipe(Effect.provide(stores))
    })
  )

  it.scoped.skipIf(!hasHostClient)(
    "whose commit fails is a storage failure, and the connection serves the next one",
    () =>
      Effect.gen(function* () {
        const said: Array<string> = []
        let refusals = 1
        const client = filtered(yield* migratedClient(yield* temporaryFile), (text) => {
          if (/^(BEGIN|COMMIT|ROLLBACK)/.test(text)) said.push(text)
          return text === "COMMIT" && refusals-- > 0
            ? Effect.fail(new SqlError.SqlError({ message: "the disk is gone" }))
            : Effect.void
        })
        const stores = yield* over(client)
        const make = Effect.provide(createOrganization(anOrganization()), stores)
        const failure = yield* Effect.flip(make)
        expect(failure).toEqual(new StorageFailure({ cause: new SqlError.SqlError({ message: "the disk is gone" }) }))
        const { organization } = yield* make
        expect(yield* Effect.provideService(isThere(organization.id), SqlClient.SqlClient, client)).toBe(true)
        expect(said).toEqual(["BEGIN IMMEDIATE", "COMMIT", "ROLLBACK", "BEGIN IMMEDIATE", "COMMIT"])
      })
  )

  it.scoped.skipIf(!hasHostClient)(
    "that could not be undone takes nothing more in: what comes next is refused until it has been",
    () =>
      Effect.gen(function* () {
        let refusals = 0
        const client = filtered(yield* migratedClient(yield* temporaryFile), (text) =>
          text === "ROLLBACK" && refusals-- > 0
            ? Effect.fail(new SqlError.SqlError({ message: "the disk is gone" }))
            : Effect.void
        )
        const stores = yield* over(client)
        yield* Effect.gen(function* () {
          const keys = yield* KeyStore
          const { run } = yield* Transaction
          const home = yield* aHome()
          const [one, two] = [yield* aKeyRecord(home), yield* aKeyRecord(home)]
          refusals = 3
          expect(yield* Effect.flip(run(Effect.zipRight(keys.insert(one), Effect.fail("no" as const))))).toBe("no")
          for (const act of [keys.insert(two), run(keys.insert(two))]) {
            expect(yield* Effect.flip(act)).toBeInstanceOf(StorageFailure)
          }
          yield* keys.insert(two)
          expect(yield* client`SELECT hash FROM api_keys`).toEqual([{ hash: two.hash }])
        }).pipe(Effect.provide(stores))
      })
  )

  it.scoped("that is over is not written to by a fiber that outlives it", () =>
    Effect.gen(function* () {
      const stores = yield* Layer.build(inFile(yield* emptyFile))
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const { run } = yield* Transaction
        const home = yield* aHome()
        const key = yield* aKeyRecord(home)
        const over = yield* Deferred.make<void>()
        const late = Effect.forkDaemon(Effect.zipRight(Deferred.await(over), keys.insert(key)))
        const fiber = yield* run(late)
        yield* Deferred.succeed(over, undefined)
        yield* Fiber.join(fiber)
        expect(Option.isSome(yield* keys.find(home.organization_id, key.hash))).toBe(true)
      }).pipe(Effect.provide(stores))
    })
  )
})

describe("While another process holds the lock", () => {
  const heldUp = <A, E>(write: Effect.Effect<A, E>, file: string, readable: Effect.Effect<boolean, E>) =>
    Effect.gen(function* () {
      const other = yield* connect(file)
      other.exec("BEGIN IMMEDIATE")
      const writing = yield* Effect.fork(write)
      yield* TestClock.adjust("2 seconds")
      // This fiber has its turns, and reads, while the write is still waiting.
      expect(yield* readable).toBe(true)
      expect(Option.isNone(yield* Fiber.poll(writing))).toBe(true)
      other.exec("COMMIT")
      yield* TestClock.adjust("1 second")
      return yield* Fiber.join(writing)
    })

  it.scoped("others go on, and a transaction that waited succeeds afterwards", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const stores = yield* Layer.build(inFile(file))
      yield* Effect.gen(function* () {
        const organizations = yield* OrganizationStore
        const write = Effect.provide(createOrganization(anOrganization()), stores)
        const { organization } = yield* heldUp(write, file, organizations.isEmpty)
        expect(yield* organizations.find(organization.id)).toEqual(Option.some(organization))
      }).pipe(Effect.provide(stores))
    })
  )

  it.scoped("others go on, and a single statement that waited succeeds afterwards", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      const stores = yield* Layer.build(inFile(file))
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const organizations = yield* OrganizationStore
        const home = yield* aHome()
        const key = yield* aKeyRecord(home)
        yield* heldUp(
          keys.insert(key),
          file,
          Effect.map(organizations.isEmpty, (empty) => !empty)
        )
        expect(Option.isSome(yield* keys.find(home.organization_id, key.hash))).toBe(true)
      }).pipe(Effect.provide(stores))
    })
  )

  it.scoped("a write is given up as a storage failure after five seconds", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const stores = yield* Layer.build(inFile(file))
      const other = yield* connect(file)
      other.exec("BEGIN IMMEDIATE")
      const writing = yield* Effect.fork(Effect.flip(Effect.provide(createOrganization(anOrganization()), stores)))
      yield* TestClock.adjust("6 seconds")
      const failure = yield* Fiber.join(writing)
      expect(failure).toBeInstanceOf(StorageFailure)
      expect(failure).toMatchObject({ cause: { code: "SQLITE_BUSY" } })
    })
  )
})

import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { createOrganization, StorageFailure } from "@tollgate/core"
import { KeyStore, OrganizationStore, Vault } from "@tollgate/core/storage"
import * as Sql from "@tollgate/sql"
import { aHome, aKeyRecord, anOrganization } from "@tollgate/testing"
import { Effect, Layer, Option } from "effect"
import { migratedClient } from "./support/clients.js"
import { freshDatabase } from "./support/databases.js"

/** A host's client with a table of its own, and the stores that join its transactions. */
const opened = Effect.gen(function* () {
  const host = yield* migratedClient(yield* freshDatabase)
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
})

import { SqlClient } from "@effect/sql"
import { SqliteClient } from "@effect/sql-sqlite-node"
import * as Core from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import { layerJoining, prepare } from "@tollgate/sql"
import { Console, Effect, Layer, Schema } from "effect"

// The gateway's own client. In your own program, name a file.
const client = SqliteClient.layer({ filename: ":memory:" })

// Tollgate's tables are made in the same database, and its programs join the transactions of the same client.
const accounts = Layer.provideMerge(layerJoining, Layer.effectDiscard(prepare)).pipe(
  Layer.provideMerge(Vault.layerEphemeral), // In your own program: Vault.layer(masterKey)
  Layer.provideMerge(client)
)

const organization = Schema.decode(Core.NewOrganization)
const apiKey = Schema.decode(Core.NewApiKey)
const page = Schema.decode(Core.ApiKeyPage)
const usageOf = Schema.decode(Core.UsageInput)

const program = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE customers (name TEXT PRIMARY KEY, key_hash TEXT NOT NULL)`
  yield* sql`CREATE TABLE requests (customer TEXT NOT NULL, cost REAL NOT NULL)`
  const first = yield* Core.createOrganization(yield* organization({ name: "Acme", owner_user_id: "ada" }))
  const manager = yield* Effect.flatMap(Core.authenticate(first.key), Core.requireManagement)

  /** A customer of the gateway and the customer's key: both are stored, or neither. */
  const signUp = Effect.fn(function* (name: string) {
    const { data } = yield* Core.createKey(yield* apiKey({ name, limit: 5 }))
    yield* sql`INSERT INTO customers VALUES (${name}, ${data.hash})`
    return data.hash
  }, sql.withTransaction)

  /** A request of the gateway and its cost: both are stored, or neither. */
  const serve = Effect.fn(function* (customer: string, hash: Core.KeyHash, cost: number) {
    const { limit_remaining } = yield* Core.recordUsage(hash, yield* usageOf({ usage: cost }))
    yield* sql`INSERT INTO requests VALUES (${customer}, ${cost})`
    if (limit_remaining !== null && limit_remaining < 0n) yield* Effect.fail("overdrawn" as const)
  }, sql.withTransaction)

  const report = Effect.gen(function* () {
    const [count] = yield* sql`SELECT count(*) AS customers, (SELECT count(*) FROM requests) AS requests FROM customers`
    const keys = yield* Core.listKeys(yield* page({}))
    const usage = keys.data.filter(({ hash }) => hash !== first.data.hash).map((key) => Core.Usd.toNumber(key.usage))
    yield* Console.log(`${count?.customers} customer, ${count?.requests} request, keys that used ${usage} dollars`)
  })

  yield* Effect.gen(function* () {
    const hash = yield* signUp("Grace")
    yield* Effect.flip(signUp("Grace")) // The name is taken, so the second key is not stored either.
    yield* serve("Grace", hash, 3)
    yield* Effect.flip(serve("Grace", hash, 4)) // Over the limit: neither the request nor its cost is stored.
    yield* report
  }).pipe(Effect.provideService(Core.ManagementCaller, manager))
})

await program.pipe(Effect.provide(accounts), Effect.runPromise)

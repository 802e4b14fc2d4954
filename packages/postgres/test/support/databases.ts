import { randomUUID } from "node:crypto"
import { SqlClient } from "@effect/sql"
import { migrate } from "@tollgate/sql"
import { Effect, Scope } from "effect"
import { Client } from "pg"
import { hostClient } from "./clients.js"
import { postgresServer } from "./PostgresServer.js"

// Never closed: the server's guard stops it with this process.
const scope = Effect.runSync(Scope.make())

/** The server of the tests in this process: started when the first of them asks for it. */
export const server = Effect.runSync(Effect.cached(Scope.extend(postgresServer(), scope)))

/** A foreign connection to a database, closed with its scope. */
export const connect = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client(url)
      // The server may end while it is open.
      client.on("error", () => {})
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

/** The rows of one statement, said from outside. */
export const query = (url: string, text: string, values: ReadonlyArray<unknown> = []) =>
  Effect.scoped(
    Effect.flatMap(connect(url), (client) =>
      Effect.map(
        Effect.promise(() => client.query<Record<string, unknown>>(text, [...values])),
        ({ rows }) => rows
      )
    )
  )

// Copying the template's files takes half as long as writing them to the log.
const createFrom = (template: string) =>
  Effect.gen(function* () {
    const { url } = yield* server
    const name = `test_${randomUUID().replaceAll("-", "")}`
    yield* query(url("postgres"), `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
    return { name, url: url(name) }
  })

/** A database with Tollgate's tables, made once per process: to copy it takes less time than the migrations. */
const migrated = Effect.runSync(
  Effect.cached(
    Effect.tap(createFrom("template1"), ({ url }) =>
      Effect.scoped(
        Effect.flatMap(hostClient(url), (client) => Effect.provideService(migrate, SqlClient.SqlClient, client))
      ).pipe(Effect.orDie)
    )
  )
)

const create = Effect.flatMap(migrated, ({ name }) => createFrom(name))

const untilClosed = <E>(created: Effect.Effect<{ readonly name: string; readonly url: string }, E>) =>
  Effect.gen(function* () {
    const { url } = yield* server
    const { url: address } = yield* Effect.acquireRelease(created, ({ name }) =>
      query(url("postgres"), `DROP DATABASE ${name} WITH (FORCE)`)
    )
    return address
  })

/** The address of an empty database, which goes with its scope. */
export const freshDatabase: Effect.Effect<string, never, Scope.Scope> = untilClosed(createFrom("template1"))

/** The address of a database with Tollgate's tables and nothing in them, which goes with its scope. */
export const migratedDatabase: Effect.Effect<string, never, Scope.Scope> = untilClosed(create)

/** Deletes all accounts; without their triggers, so that no order of the tables matters. */
export const wipe = `DO $$
DECLARE name TEXT;
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'tollgate%' LOOP
    EXECUTE format('DELETE FROM %I', name);
  END LOOP;
  UPDATE tollgate_meta SET value = 'none' WHERE tollgate_meta.name <> 'master_key_id';
END $$`

const wiped: Array<string> = []

/**
 * The address of a database with Tollgate's tables and without accounts: a new one, or one that an earlier test is done
 * with. Creating one takes much longer than most tests.
 */
export const emptyDatabase: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.suspend(() => {
    const url = wiped.pop()
    return url === undefined ? Effect.map(create, (created) => created.url) : Effect.succeed(url)
  }),
  (url) =>
    Effect.zipRight(
      query(url, wipe),
      Effect.sync(() => wiped.push(url))
    )
)

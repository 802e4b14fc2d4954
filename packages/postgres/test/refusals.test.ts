import { createServer } from "node:net"
import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import { createOrganization } from "@tollgate/core"
import { type PostgresRefusal, PostgresRefused } from "@tollgate/postgres"
import { anOrganization } from "@tollgate/testing"
import { Cause, Effect, Layer, Redacted } from "effect"
import { unreleased } from "../../sql/test/support/unreleased.js"
import { freshDatabase, migratedDatabase, query, server } from "./support/databases.js"
import { PASSWORD } from "./support/PostgresServer.js"
import { inDatabase } from "./support/stores.js"

interface Opening {
  /** The byte of which the master key consists. */
  readonly masterKey?: number
  readonly connectTimeout?: number
}

const open = (url: string, { masterKey = 7, ...limits }: Opening = {}) =>
  Layer.build(inDatabase(url, { masterKey: Redacted.make(new Uint8Array(32).fill(masterKey)), ...limits }))

/** All that anybody could come to read of a refusal. */
const everything = (refused: PostgresRefused) =>
  [
    refused.message,
    inspect(refused, { depth: 20, showHidden: true }),
    JSON.stringify(refused),
    Cause.pretty(Cause.fail(refused))
  ]
    .concat(refused.stack ?? "")
    .join("\n")

const refusal = (url: string, opening?: Opening) =>
  Effect.gen(function* () {
    const refused = yield* Effect.flip(open(url, opening))
    expect(refused).toBeInstanceOf(PostgresRefused)
    expect(everything(refused)).not.toContain("canary")
    return { reason: refused.reason, message: refused.message }
  })

const created = createOrganization(anOrganization())

const host = (url: string) => new URL(url).host

const freePort = Effect.promise(
  () =>
    new Promise<number>((resolve) => {
      const listening = createServer().listen(0, "127.0.0.1", () => {
        const address = listening.address()
        listening.close(() => resolve(address !== null && typeof address !== "string" ? address.port : 0))
      })
    })
)

const malformed = [
  "postgres://",
  "postgres:///",
  "postgres://canary",
  "postgres://user:canary@host:1",
  "postgres://user:canary@host:1/",
  "postgres://user:canary@host:port/database",
  "postgres://user:12/canary@host/database",
  "postgres://user:12#canary@host/database",
  "postgres://user:12?canary@host/database",
  "postgres://user:canary@host/data/base",
  "postgres://user:canary@host/database#",
  "postgres://user:%@host:canary/database",
  "postgres://user:canary@host/database?port=abc",
  "postgres://user:canary@host/database?host=elsewhere",
  "postgres://user@host/database?password=canary",
  "postgres://host/database?user=canary",
  "postgres://user:canary@host/database?dbname=other",
  "postgres://user:canary@host/database?sslmode=verify-full&Port=1",
  "postgres://user:canary@host/database?sslmode=sometimes",
  "postgres://user:canary@host/database?application_name=a%00user%00b",
  "postgres://user:canary@host/database?statement_timeout=0",
  "mysql://user:canary@host/database",
  "canary"
]

describe("A PostgreSQL database is not opened", () => {
  for (const url of malformed) {
    it.scopedLive(`at the address ${url}, whose password is not told`, () =>
      Effect.gen(function* () {
        expect(yield* refusal(url)).toEqual({
          reason: "malformed_url",
          message: "The database is not an address of the form postgres://user:password@host:port/database. Correct it."
        })
      })
    )
  }

  const overriding = [
    ["-c statement_timeout=0", "statement_timeout"],
    ["-c search_path=other --lock-timeout=0", "lock_timeout"],
    ["-cIDLE_IN_TRANSACTION_session_timeout=0", "idle_in_transaction_session_timeout"],
    ["-c  synchronous_commit=off", "synchronous_commit"],
    ["-c search_path=a\\ b -c statement\\_timeout=0", "statement_timeout"]
  ] as const
  for (const [options, setting] of overriding) {
    it.scopedLive(`whose address sets ${setting} by ${options}`, () =>
      Effect.gen(function* () {
        const url = `postgres://user:canary@127.0.0.1:1/accounts?options=${encodeURIComponent(options)}`
        expect(yield* refusal(url)).toEqual({
          reason: "reserved_setting",
          message: `The database 127.0.0.1:1/accounts has ${setting} in the options of its address that Tollgate sets itself. Remove it from the address.`
        })
      })
    )
  }

  it.scopedLive("where no server listens", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      expect(yield* refusal(`postgres://user:canary@127.0.0.1:${port}/accounts`)).toEqual({
        reason: "unreachable",
        message: `The database 127.0.0.1:${port}/accounts cannot be reached. Start PostgreSQL, or correct the address.`
      })
    })
  )

  it.scopedLive("where the server says nothing", () =>
    Effect.gen(function* () {
      const silent = yield* Effect.acquireRelease(
        Effect.async<ReturnType<typeof createServer>>((resume) => {
          const listening = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(listening)))
        }),
        (listening) => Effect.sync(() => listening.close())
      )
      const listening = silent.address()
      const port = listening !== null && typeof listening !== "string" ? listening.port : 0
      const address = `postgres://user:canary@127.0.0.1:${port}/accounts`
      expect((yield* refusal(address, { connectTimeout: 200 })).reason).toBe("unreachable")
    })
  )

  it.scopedLive("with a wrong password, or a user that there is not", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      for (const user of ["tollgate:another-canary", "nobody:canary", "tollgate"]) {
        const { reason } = yield* refusal(url.replace(`tollgate:${PASSWORD}`, user))
        expect(reason).toBe("access_denied")
      }
    })
  )

  it.scopedLive("that there is not", () =>
    Effect.gen(function* () {
      const { url } = yield* server
      expect(yield* refusal(url("nowhere"))).toEqual({
        reason: "database_missing",
        message: `The database ${host(url("nowhere"))}/nowhere does not exist. Create it (CREATE DATABASE), or correct the address.`
      })
    })
  )

  it.scopedLive("over TLS with a certificate that cannot be read", () =>
    Effect.gen(function* () {
      for (const search of ["sslrootcert=/none.pem", "sslnegotiation=direct&sslmode=disable"]) {
        expect((yield* refusal(`postgres://user:canary@127.0.0.1:1/accounts?${search}`)).reason).toBe("insecure")
      }
    })
  )

  it.scopedLive("over TLS with a server that has none", () =>
    Effect.gen(function* () {
      expect((yield* refusal(`${yield* freshDatabase}?sslmode=require`)).reason).toBe("insecure")
    })
  )

  it.scopedLive("with a master key of the wrong length, before anything is asked of it", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const short = inDatabase(url, { masterKey: Redacted.make(new Uint8Array(31)) })
      expect((yield* Effect.flip(Layer.build(short))).reason).toBe("malformed_master_key")
      expect(yield* query(url, "SELECT to_regclass('tollgate_meta') AS meta")).toEqual([{ meta: null }])
    })
  )

  it.scopedLive("with a master key that it was not created with", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.scoped(open(url))
      expect((yield* refusal(url, { masterKey: 8 })).reason).toBe("wrong_master_key")
      yield* Effect.scoped(open(url))
    })
  )

  const prepared: ReadonlyArray<readonly [what: string, statement: string, reason: PostgresRefusal]> = [
    [
      "of a newer version",
      "INSERT INTO tollgate_migrations (migration_id, name) VALUES (9999, 'later')",
      "newer_schema"
    ],
    ["of before the first release", unreleased, "unreleased_schema"],
    ["with a step that no version knows", "UPDATE tollgate_migrations SET name = 'other'", "different_schema"],
    ["that has lost its master key's id", "DELETE FROM tollgate_meta", "emptied"],
    ["that has lost its steps", "DELETE FROM tollgate_migrations", "emptied"],
    ["that has lost its management keys", "TRUNCATE api_keys CASCADE", "emptied"],
    ["that has lost the secrets of its keys", "TRUNCATE key_secrets", "emptied"],
    ["that has lost the sizes of its lists", "TRUNCATE list_sizes", "emptied"],
    ["that has lost its accounts", "TRUNCATE organizations CASCADE", "emptied"]
  ]
  for (const [what, statement, reason] of prepared) {
    it.scopedLive(what, () =>
      Effect.gen(function* () {
        const url = yield* migratedDatabase
        yield* Effect.scoped(Effect.flatMap(open(url), (stores) => Effect.provide(created, stores)))
        yield* query(url, statement)
        expect((yield* refusal(url)).reason).toBe(reason)
      })
    )
  }

  it.scopedLive("of before the first release in a sentence that names the commands to move it by", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const { host, pathname } = new URL(url)
      yield* query(url, unreleased)
      const { message } = yield* refusal(url)
      expect(message).toBe(
        `The database ${host}${pathname} is of before the first release: export it with the version that wrote it (\`tollgate export FILE --ledger\`), and import FILE into a new one with this version (\`tollgate import FILE\`).`
      )
      expect(yield* query(url, "SELECT name FROM tollgate_migrations ORDER BY migration_id")).toEqual([
        { name: "accounts" },
        { name: "shown_keys" }
      ])
    })
  )

  it.scopedLive("of another application, which stays as it is", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      yield* query(url, "CREATE TABLE workspaces (theirs TEXT)")
      expect((yield* refusal(url)).reason).toBe("foreign_schema")
      const tables = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
      expect(yield* query(url, tables)).toEqual([{ relname: "workspaces" }])
    })
  )

  it.scopedLive("that takes no writes", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const { pathname } = new URL(url)
      yield* query(url, `ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = on`)
      expect((yield* refusal(url)).reason).toBe("read_only")
    })
  )

  it.scopedLive("whose user may make no tables", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      const role = `guest_${new URL(url).pathname.slice(6, 20)}`
      yield* query(url, `CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'`)
      yield* Effect.addFinalizer(() => query(url, `DROP ROLE ${role}`))
      expect((yield* refusal(url.replace("tollgate:", `${role}:`))).reason).toBe("not_permitted")
    })
  )

  it.scopedLive("that does not keep texts as UTF-8", () =>
    Effect.gen(function* () {
      const { url } = yield* server
      const create = "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0"
      yield* Effect.acquireRelease(query(url("postgres"), create), () =>
        query(url("postgres"), "DROP DATABASE latin WITH (FORCE)")
      )
      expect((yield* refusal(url("latin"))).reason).toBe("not_utf8")
    })
  )
})

import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import * as Sql from "@tollgate/sql"
import { Effect, type Scope } from "effect"
import { accounts } from "../../src/migrations/0001_accounts.js"
import { management } from "../../src/migrations/0002_management.js"

export const known = [
  { id: 1, name: "accounts" },
  { id: 2, name: "management" },
  { id: 3, name: "workspace_lists" }
]

const unlike = [
  { what: "a step newer than all it knows", applied: [...known, { id: 4, name: "later" }], reason: "newer" },
  { what: "only a newer step", applied: [{ id: 4, name: "later" }], reason: "newer" },
  { what: "a known number under another name", applied: [{ id: 1, name: "other" }], reason: "different" },
  { what: "a step before its first", applied: [{ id: 0, name: "before" }, ...known], reason: "different" }
] as const

export const migrate = (client: SqlClient.SqlClient) => Effect.provideService(Sql.migrate, SqlClient.SqlClient, client)

/** The steps that a database has taken. */
export const applied = (client: SqlClient.SqlClient) =>
  client`SELECT CAST(migration_id AS INTEGER) AS id, name FROM tollgate_migrations ORDER BY 1`

const uuid = (n: number) => `${String(n).repeat(8)}-0000-4000-8000-000000000000`
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Takes the first step alone, and leaves something of everything that is counted but credentials. */
const firstStep = (client: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const organization_id = uuid(1)
    const flag = (value: boolean) => client.onDialectOrElse({ pg: () => value, orElse: () => Number(value) })
    const place = { organization_id, workspace_id: uuid(2) }
    yield* client`CREATE TABLE tollgate_migrations (migration_id BIGINT NOT NULL PRIMARY KEY,
      created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, name VARCHAR(255) NOT NULL)`
    yield* accounts
    yield* client`INSERT INTO tollgate_migrations (migration_id, name) VALUES (1, 'accounts')`
    const named = { name: "Acme", created_at: 0 }
    yield* client`INSERT INTO organizations ${client.insert({ id: organization_id, owner_user_id: "ada", default_workspace_id: uuid(2), ...named })}`
    yield* client`INSERT INTO workspaces ${client.insert({ id: uuid(2), organization_id, slug: "default", ...named })}`
    const member = { organization_id, user_id: "ada", created_at: 0 }
    yield* client`INSERT INTO organization_members ${client.insert({ id: uuid(4), role: "admin", ...member })}`
    yield* client`INSERT INTO guardrails ${client.insert({ id: uuid(3), ...place, ...named })}`
    yield* client`INSERT INTO guardrail_members ${client.insert({ guardrail_id: uuid(3), ...place, user_id: "ada", created_at: 0 })}`
    const windows = { windows_daily: "2026-01-01", windows_weekly: "2026-01-01", windows_monthly: "2026-01-01" }
    const counters = ["usage", "byok"].flatMap((of) =>
      ["total", "daily", "weekly", "monthly"].map((kind) => `${of}_${kind}`)
    )
    for (const [hash, disabled] of [
      ["a", false],
      ["b", true]
    ] as const) {
      yield* client`INSERT INTO api_keys ${client.insert({
        hash: hash.repeat(64),
        ...place,
        creator_user_id: "ada",
        name: "A key",
        label: "tg_sk_...",
        created_at: 0,
        updated_at: 0,
        ...windows,
        ...Object.fromEntries(counters.map((name) => [name, 0])),
        is_management: flag(false),
        disabled: flag(disabled),
        include_byok_in_limit: flag(false)
      })}`
    }
  }).pipe(Effect.provideService(SqlClient.SqlClient, client))

/** What `migrate` promises on every database: a client on a new one, and what tables one has. */
export const migratePromises = <E>(
  fresh: Effect.Effect<SqlClient.SqlClient, E, Scope.Scope>,
  tables: (client: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<unknown>, unknown>
) => {
  const migrated = Effect.tap(fresh, migrate)

  it.scopedLive("changes nothing the second time", () =>
    Effect.gen(function* () {
      const client = yield* migrated
      const before = yield* tables(client)
      yield* migrate(client)
      expect(yield* tables(client)).toEqual(before)
      expect(yield* applied(client)).toEqual(known)
    })
  )

  it.scopedLive("counts what a database of the first step has, and keeps it", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* firstStep(client)
      yield* migrate(client)
      const sizes = client`SELECT list, CAST(size AS INTEGER) AS size FROM list_sizes WHERE organization_id = ${uuid(1)}`
      expect(Object.fromEntries((yield* sizes).map(({ list, size }) => [list, size]))).toEqual({
        keys: 2,
        [`keys of ${uuid(2)}`]: 2,
        "enabled keys": 1,
        [`enabled keys of ${uuid(2)}`]: 1,
        guardrails: 1,
        [`guardrails of ${uuid(2)}`]: 1,
        [`members of ${uuid(3)}`]: 1,
        workspaces: 1,
        members: 1
      })
      const [assignment] = yield* client`SELECT id, user_id FROM guardrail_members`
      expect(assignment).toEqual({ id: expect.stringMatching(UUID), user_id: "ada" })
      yield* client`DELETE FROM guardrails`
      expect(yield* client`SELECT user_id FROM guardrail_members`).toEqual([])
    })
  )

  it.scopedLive("counts what a database of the second step has by workspace, and keeps the count", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* firstStep(client)
      yield* Effect.provideService(management, SqlClient.SqlClient, client)
      yield* client`INSERT INTO tollgate_migrations (migration_id, name) VALUES (2, 'management')`
      const [organization_id, workspace_id] = [uuid(1), uuid(2)]
      const add = (n: number, workspace_id: string) =>
        client`INSERT INTO guardrails ${client.insert({ id: uuid(n), organization_id, workspace_id, name: "A guardrail", created_at: n })}`
      const named = { name: "Second", created_at: 0 }
      yield* client`INSERT INTO workspaces ${client.insert({ id: uuid(5), organization_id, slug: "second", ...named })}`
      yield* add(6, workspace_id)
      yield* add(7, uuid(5))
      yield* migrate(client)
      const sizes = Effect.map(
        client`SELECT list, CAST(size AS INTEGER) AS size FROM list_sizes WHERE list LIKE 'guardrails%'`,
        (rows) => Object.fromEntries(rows.map(({ list, size }) => [list, size]))
      )
      const here = `guardrails of ${workspace_id}`
      expect(yield* sizes).toEqual({ guardrails: 3, [here]: 2, [`guardrails of ${uuid(5)}`]: 1 })
      yield* add(8, workspace_id)
      yield* client`DELETE FROM guardrails WHERE workspace_id = ${uuid(5)}`
      expect(yield* sizes).toEqual({ guardrails: 3, [here]: 3 })
      expect(yield* applied(client)).toEqual(known)
    })
  )

  it.scopedLive("lands in its own database, not in the transaction that another client has open", () =>
    Effect.gen(function* () {
      const other = yield* fresh
      const client = yield* fresh
      yield* other.withTransaction(migrate(client))
      expect(yield* tables(other)).toEqual([])
      expect((yield* tables(client)).length).toBeGreaterThan(10)
    })
  )

  for (const { applied: steps, reason, what } of unlike) {
    it.scopedLive(`refuses ${what}, and changes nothing`, () =>
      Effect.gen(function* () {
        const client = yield* migrated
        yield* client`DELETE FROM tollgate_migrations`
        for (const { id, name } of steps) {
          yield* client`INSERT INTO tollgate_migrations (migration_id, name) VALUES (${id}, ${name})`
        }
        const before = yield* tables(client)
        expect(yield* Effect.flip(migrate(client))).toEqual(new Sql.SchemaRefused({ reason, applied: steps, known }))
        expect(yield* tables(client)).toEqual(before)
        expect(yield* applied(client)).toEqual(steps)
      })
    )
  }

  it.scopedLive("fails as storage does where a step cannot be taken, and leaves nothing half done", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* client`CREATE TABLE workspaces (of_another_application TEXT)`
      const before = yield* tables(client)
      expect(yield* Effect.flip(migrate(client))).toBeInstanceOf(StorageFailure)
      expect(yield* tables(client)).toEqual(before)
    })
  )
}

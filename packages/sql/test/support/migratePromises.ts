import { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import * as Sql from "@tollgate/sql"
import { Effect, type Scope } from "effect"
import { knownMigrations, runStatements } from "../../src/schema/knownMigrations.js"

export const known = [
  { id: 1, name: "accounts" },
  { id: 2, name: "management" },
  { id: 3, name: "workspace_lists" },
  { id: 4, name: "checks_and_sizes" },
  { id: 5, name: "sizes_in_order" },
  { id: 6, name: "key_secrets" },
  { id: 7, name: "prices" },
  { id: 8, name: "gateway_keys" },
  { id: 9, name: "spending" },
  { id: 10, name: "key_assignments" },
  { id: 11, name: "usage_of_keys" },
  { id: 12, name: "terms_of_keys" },
  { id: 13, name: "variants_of_holds" },
  { id: 14, name: "prices_by_name" },
  { id: 15, name: "activity" },
  { id: 16, name: "holds_in_order" },
  { id: 17, name: "member_assignments" },
  { id: 18, name: "preset_versions" },
  { id: 19, name: "roles_in_one_place" },
  { id: 20, name: "audit" },
  { id: 21, name: "details_of_keys" },
  { id: 22, name: "kept_answers" },
  { id: 23, name: "lighter_spending" },
  { id: 24, name: "unused_names" },
  { id: 25, name: "lighter_keys" },
  { id: 26, name: "counted_together" },
  { id: 27, name: "key_prefixes" },
  { id: 28, name: "lighter_changes" },
  { id: 29, name: "flagged_holds" },
  { id: 31, name: "opening_days" },
  { id: 33, name: "prices_by_any_case" },
  { id: 35, name: "usage_in_scopes" },
  { id: 36, name: "counted_corrections" },
  { id: 37, name: "noted_prunings" },
  { id: 38, name: "keys_by_use" },
  { id: 39, name: "shown_keys" }
]

const later = { id: 1 + Math.max(...known.map(({ id }) => id)), name: "later" }

const unlike = [
  { what: "a step newer than all it knows", applied: [...known, later], reason: "newer" },
  { what: "only a newer step", applied: [later], reason: "newer" },
  { what: "a known number under another name", applied: [{ id: 1, name: "other" }], reason: "different" },
  { what: "a step before its first", applied: [{ id: 0, name: "before" }, ...known], reason: "different" }
] as const

export const migrate = (client: SqlClient.SqlClient) => Effect.provideService(Sql.migrate, SqlClient.SqlClient, client)

/** The steps that a database has taken. */
export const applied = (client: SqlClient.SqlClient) =>
  client`SELECT CAST(migration_id AS INTEGER) AS id, name FROM tollgate_migrations ORDER BY 1`

export const uuid = (n: number) => `${String(n).repeat(8)}-0000-4000-8000-000000000000`
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Takes a step as a version did that knew no later one, and stored no checksums. */
export const take = (client: SqlClient.SqlClient, step: number) =>
  Effect.gen(function* () {
    const { id, name, statements } = yield* Effect.fromNullable(knownMigrations(client)[step - 1])
    if (step === 1) {
      yield* client`CREATE TABLE tollgate_migrations (migration_id BIGINT NOT NULL PRIMARY KEY,
        created_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, name VARCHAR(255) NOT NULL)`
    }
    yield* client.withTransaction(runStatements(client, statements))
    yield* client`INSERT INTO tollgate_migrations (migration_id, name) VALUES (${id}, ${name})`
  })

/** Takes the first step alone, and leaves something of everything that is counted but credentials. */
const firstStep = (client: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const organization_id = uuid(1)
    const flag = (value: boolean) => client.onDialectOrElse({ pg: () => value, orElse: () => Number(value) })
    const place = { organization_id, workspace_id: uuid(2) }
    yield* take(client, 1)
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
  })

const addPreset = (client: SqlClient.SqlClient, n: number, workspace_id: string) =>
  client`INSERT INTO presets ${client.insert({
    id: uuid(n),
    organization_id: uuid(1),
    workspace_id,
    slug: `preset-${n}`,
    name: "A preset",
    designated_version_id: uuid(n),
    status: "active",
    creator_user_id: "ada",
    created_at: n,
    updated_at: n
  })}`

/** Takes three steps, and leaves something of everything that the fourth changes. */
export const thirdStep = (client: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* firstStep(client)
    yield* take(client, 2)
    yield* take(client, 3)
    const [organization_id, workspace_id] = [uuid(1), uuid(2)]
    const second = { id: uuid(5), organization_id, slug: "second", name: "Second", created_at: 0 }
    yield* client`INSERT INTO workspaces ${client.insert(second)}`
    for (const [n, workspace] of [
      [6, workspace_id],
      [7, workspace_id],
      [8, uuid(5)]
    ] as const) {
      yield* addPreset(client, n, workspace)
    }
    const bob = { id: uuid(6), organization_id, user_id: "bob", role: "member", created_at: 0 }
    yield* client`INSERT INTO organization_members ${client.insert(bob)}`
    for (const [n, user_id] of [
      [6, "ada"],
      [7, "bob"]
    ] as const) {
      const member = { id: uuid(n), organization_id, workspace_id, user_id, role: "member", created_at: 0 }
      yield* client`INSERT INTO workspace_members ${client.insert(member)}`
    }
    // What applications counted until the third step.
    yield* client`UPDATE organizations SET preset_count = 3`
    yield* client`UPDATE workspaces SET preset_count = 2, member_count = 2 WHERE id = ${workspace_id}`
    yield* client`UPDATE guardrails SET allowed_models = '["a","b"]', ignored_providers = '[]'`
    const flag = (value: boolean) => client.onDialectOrElse({ pg: () => value, orElse: () => Number(value) })
    for (const [n, allowed_models] of [
      [6, null],
      [7, '["c"]']
    ] as const) {
      yield* client`INSERT INTO byok_credentials ${client.insert({
        id: uuid(n),
        organization_id,
        workspace_id,
        provider: "openai",
        sealed: new Uint8Array([n]),
        label: "sk-...",
        disabled: flag(false),
        is_fallback: flag(false),
        allowed_models,
        sort_order: n,
        created_at: 0
      })}`
    }
  })

/** Takes five steps, and leaves two keys. */
export const fifthStep = (client: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* firstStep(client)
    yield* Effect.forEach([2, 3, 4, 5], (step) => take(client, step))
  })

/** A key without its counters, which its record had once. */
const withoutCounters = (key: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(key).filter(([name]) => !/^(usage|byok|windows)_/.test(name)))

/** The secrets of all keys. */
export const secrets = (client: SqlClient.SqlClient) =>
  client`SELECT secret_hash, hash, until FROM key_secrets LEFT JOIN api_keys ON id = key_id ORDER BY secret_hash`

const windowsOn = (windows_daily: string, windows_weekly: string, windows_monthly: string) => ({
  windows_daily,
  windows_weekly,
  windows_monthly
})

/** Takes ten steps, and leaves two keys that were used on two days of a week. */
export const usedKeys = (client: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* firstStep(client)
    yield* Effect.forEach([2, 3, 4, 5, 6, 7, 8, 9, 10], (step) => take(client, step))
    yield* client`UPDATE api_keys SET "limit" = 5, limit_reset = 'daily', usage_total = 9223372036854775800,
      usage_daily = 10, usage_weekly = 30, usage_monthly = 90, byok_total = 7, ${client.update(windowsOn("2026-01-28", "2026-01-26", "2026-01-01"))}
      WHERE hash = ${"a".repeat(64)}`
    yield* client`UPDATE api_keys SET "limit" = 6, usage_total = 200, usage_daily = 20, usage_weekly = 20,
      usage_monthly = 50, ${client.update(windowsOn("2026-01-27", "2026-01-26", "2026-01-01"))}
      WHERE hash = ${"b".repeat(64)}`
  })

const amounts = (of: string) => ["total", "daily", "weekly", "monthly"].map((window) => `${of}_${window}`)

/** The scopes of a database, with their amounts as text. */
export const scopesOf = (client: SqlClient.SqlClient) => {
  const columns = ["limit", "own_spent", "own_opening", "byok_spent", "byok_opening"].map((of) => {
    const list = amounts(of).map((name) => `COALESCE(CAST(${name} AS TEXT), '-')`)
    return `${list.join(" || ' ' || ")} AS ${of === "limit" ? "limits" : of}`
  })
  return client.unsafe(
    `SELECT kind, subject, CAST(day AS INTEGER) AS day, CAST(opening_day AS INTEGER) AS opening_day, ${columns.join(", ")} FROM spending_scopes ORDER BY kind, subject`
  )
}

const scope = (kind: string, subject: string, day: number, limits: string, own: string, byok: string) => ({
  kind,
  subject,
  day,
  opening_day: day,
  limits,
  own_spent: own,
  own_opening: own,
  byok_spent: byok,
  byok_opening: byok
})

// 2026-01-28 is day 20,481. The sum of both keys does not fit 64 bits, and saturates.
const together = ["9223372036854775807 10 50 140", "7 0 0 0"] as const
const unlimited = "- - - -"
export const expectedScopes = [
  scope("key", "a".repeat(64), 20_481, "- 5 - -", "9223372036854775800 10 30 90", "7 0 0 0"),
  scope("key", "b".repeat(64), 20_480, "6 - - -", "200 20 20 50", "0 0 0 0"),
  scope("organization", uuid(1), 20_481, unlimited, ...together),
  scope("workspace", uuid(2), 20_481, unlimited, ...together)
]

/** What `migrate` promises on every database: a client on a new one, and what tables one has. */
export const migratePromises = <E>(
  fresh: Effect.Effect<SqlClient.SqlClient, E, Scope.Scope>,
  tables: (client: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<unknown>, unknown>
) => {
  const migrated = Effect.tap(fresh, migrate)

  it.scopedLive("creates its tables beside those of the host", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* client`CREATE TABLE invoices (id INTEGER PRIMARY KEY, total INTEGER NOT NULL)`
      yield* client`INSERT INTO invoices (id, total) VALUES (1, 5)`
      yield* migrate(client)
      expect(yield* applied(client)).toEqual(known)
      expect(yield* client`SELECT id, total FROM invoices`).toEqual([{ id: 1, total: 5 }])
    })
  )

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
        "assigned members": 1,
        [`members of ${uuid(3)}`]: 1,
        workspaces: 1,
        members: 1
      })
      const [assignment] = yield* client`SELECT id, user_id FROM guardrail_members`
      expect(assignment).toEqual({ id: expect.stringMatching(UUID), user_id: "ada" })
      yield* client`DELETE FROM guardrails`
      expect(yield* client`SELECT user_id FROM guardrail_members`).toEqual([])
      expect((yield* sizes).filter(({ list }) => String(list).includes("members "))).toEqual([])
    })
  )

  it.scopedLive("counts what a database of the second step has by workspace, and keeps the count", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* firstStep(client)
      yield* take(client, 2)
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

  it.scopedLive(
    "counts what a database of the third step has of presets and of workspaces' members, and keeps the count",
    () =>
      Effect.gen(function* () {
        const client = yield* fresh
        yield* thirdStep(client)
        yield* migrate(client)
        const sizes = Effect.map(
          client`SELECT list, CAST(size AS INTEGER) AS size FROM list_sizes
          WHERE list LIKE 'presets%' OR list LIKE 'workspace members%' ORDER BY list`,
          (rows) => Object.fromEntries(rows.map(({ list, size }) => [list, size]))
        )
        const [first, second] = [uuid(2), uuid(5)]
        expect(yield* sizes).toEqual({
          presets: 3,
          [`presets of ${first}`]: 2,
          [`presets of ${second}`]: 1,
          [`workspace members of ${first}`]: 2
        })
        yield* addPreset(client, 9, second)
        yield* client`DELETE FROM presets WHERE workspace_id = ${first}`
        yield* client`DELETE FROM workspace_members WHERE user_id = 'ada'`
        expect(yield* sizes).toEqual({ presets: 2, [`presets of ${second}`]: 2, [`workspace members of ${first}`]: 1 })
        const columns = yield* Effect.all([client`SELECT * FROM organizations`, client`SELECT * FROM workspaces`])
        expect(
          columns
            .flat()
            .flatMap((row) => Object.keys(row))
            .filter((name) => name.endsWith("_count"))
        ).toEqual([])
      })
  )

  it.scopedLive("keeps every row and every rule of a database of the third step", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* thirdStep(client)
      const rows = Effect.all([
        client`SELECT id, allowed_models, ignored_models, allowed_providers, ignored_providers FROM guardrails ORDER BY id`,
        client`SELECT guardrail_id, user_id FROM guardrail_members ORDER BY user_id`,
        client`SELECT id, allowed_models, allowed_api_key_hashes, allowed_user_ids FROM byok_credentials ORDER BY id`,
        client`SELECT list, CAST(size AS INTEGER) AS size FROM list_sizes WHERE list NOT LIKE 'presets%'
          AND list NOT LIKE 'workspace members%' AND list <> 'assigned members' ORDER BY list`
      ])
      const before = yield* rows
      yield* migrate(client)
      expect(yield* rows).toEqual(before)
      for (const wrong of ["'{}'", "'[1'", "''"]) {
        yield* Effect.flip(client.unsafe(`UPDATE guardrails SET ignored_providers = ${wrong}`))
        yield* Effect.flip(client.unsafe(`UPDATE byok_credentials SET allowed_user_ids = ${wrong}`))
      }
      yield* client`UPDATE guardrails SET ignored_providers = NULL`
      yield* Effect.flip(client`UPDATE byok_credentials SET workspace_id = ${uuid(8)}`)
      yield* client`DELETE FROM guardrails`
      expect(yield* client`SELECT 1 FROM guardrail_members`).toEqual([])
    })
  )

  it.scopedLive("gives each key of a database of the fifth step a number and its hash as its only secret", () =>
    Effect.gen(function* () {
      const client = yield* fresh
      yield* fifthStep(client)
      const keys = client<Record<string, unknown>>`SELECT * FROM api_keys ORDER BY hash`
      const sizes = client`SELECT list, size FROM list_sizes WHERE list <> 'assigned members' ORDER BY list`
      const before = yield* Effect.all([keys, sizes])
      yield* migrate(client)
      const [after, lists] = yield* Effect.all([keys, sizes])
      const details = { metadata: "{}", external_id: null, created_by: null, last_used_at: null }
      expect([after.map(({ id, ...key }) => key), lists]).toEqual([
        before[0].map((key) => ({ ...withoutCounters(key), ...details })),
        before[1]
      ])
      expect(new Set(after.map(({ id }) => String(id)))).toEqual(new Set(["1", "2"]))
      const secretOf = (hash: string) => ({ secret_hash: hash, hash, until: null })
      const [a, b, c] = ["a", "b", "c"].map((letter) => letter.repeat(64))
      if (a === undefined || b === undefined || c === undefined) return expect.unreachable()
      expect(yield* secrets(client)).toEqual([secretOf(a), secretOf(b)])
      const [key] = before[0]
      yield* client`INSERT INTO api_keys ${client.insert({ ...withoutCounters(key ?? {}), hash: c })}`
      yield* client`DELETE FROM api_keys WHERE hash = ${a}`
      expect(yield* secrets(client)).toEqual([secretOf(b), secretOf(c)])
      yield* client`DELETE FROM api_keys WHERE hash = ${c}`
      yield* client`INSERT INTO api_keys ${client.insert({ ...withoutCounters(key ?? {}), hash: c })}`
      const ids = yield* client<{ readonly id: unknown }>`SELECT id FROM api_keys ORDER BY id`
      // A number is not used again.
      expect(ids.map(({ id }) => Number(id))).toEqual([2, 4])
    })
  )

  it.scopedLive(
    "makes what keys have used the opening of their scopes, and of those of workspaces and organizations",
    () =>
      Effect.gen(function* () {
        const client = yield* fresh
        yield* usedKeys(client)
        yield* migrate(client)
        expect(yield* scopesOf(client)).toEqual(expectedScopes)
      })
  )

  const checksums = (client: SqlClient.SqlClient) =>
    client`SELECT CAST(migration_id AS INTEGER) AS id, checksum FROM tollgate_migrations ORDER BY 1`
  const expected = (client: SqlClient.SqlClient) =>
    knownMigrations(client).map(({ checksum, id }) => ({ id, checksum }))

  it.scopedLive("stores the checksum of each step, also of those that a version took which stored none", () =>
    Effect.gen(function* () {
      const [first, third] = [yield* migrated, yield* fresh]
      yield* thirdStep(third)
      yield* migrate(third)
      for (const client of [first, third]) expect(yield* checksums(client)).toEqual(expected(client))
      yield* first`UPDATE tollgate_migrations SET checksum = NULL WHERE migration_id <> 2`
      yield* migrate(first)
      expect(yield* checksums(first)).toEqual(expected(first))
    })
  )

  it.scopedLive("refuses a step with another text than it knows, and changes nothing", () =>
    Effect.gen(function* () {
      const client = yield* migrated
      yield* client`UPDATE tollgate_migrations SET checksum = 'of another text' WHERE migration_id = 2`
      yield* client`UPDATE tollgate_migrations SET checksum = NULL WHERE migration_id = 3`
      const before = yield* checksums(client)
      const steps = knownMigrations(client).map(({ checksum, id, name }) => ({ id, name, checksum }))
      const changed = new Map<unknown, string | null>([
        [2, "of another text"],
        [3, null]
      ])
      const applied = steps.map((step) => ({
        ...step,
        checksum: changed.has(step.id) ? (changed.get(step.id) ?? null) : step.checksum
      }))
      expect(yield* Effect.flip(migrate(client))).toEqual(
        new Sql.SchemaRefused({ reason: "edited", applied, known: steps })
      )
      expect(yield* checksums(client)).toEqual(before)
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

import type { SqlClient } from "@effect/sql"
import { expect, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { organizationRow } from "./nastyExport.js"

const uuid = (n: number) => `${String(n).repeat(8)}-0000-4000-8000-000000000000`
const hash = (letter: string) => letter.repeat(64)
const [organization_id, first, second, guardrail_id] = [uuid(1), uuid(2), uuid(5), uuid(3)]

const flag = (client: SqlClient.SqlClient, value: boolean) =>
  client.onDialectOrElse({ pg: () => value, orElse: () => Number(value) })

const addKey = (client: SqlClient.SqlClient, letter: string, disabled = false) =>
  client`INSERT INTO api_keys ${client.insert({
    ...{ hash: hash(letter), organization_id, workspace_id: first, creator_user_id: "ada", name: "A key" },
    ...{ label: "tg_sk_...", created_at: 0, updated_at: 0, is_management: flag(client, false) },
    is_read_only: flag(client, false),
    ...{ disabled: flag(client, disabled), include_byok_in_limit: flag(client, false) }
  })}`

/** Something of everything that is counted. */
const fill = (client: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    const place = { organization_id, workspace_id: first }
    const named = { name: "Acme", created_at: 0 }
    const insert = (table: string, row: Readonly<Record<string, unknown>>) =>
      client`INSERT INTO ${client(table)} ${client.insert(row)}`
    yield* insert("organizations", organizationRow(organization_id, "Acme", "ada", first, 0))
    for (const [id, slug] of [
      [first, "default"],
      [second, "second"]
    ] as const) {
      yield* insert("workspaces", { id, organization_id, slug, ...named })
    }
    for (const [n, user_id] of [
      [6, "ada"],
      [7, "bob"]
    ] as const) {
      const member = { id: uuid(n), organization_id, user_id, created_at: 0 }
      yield* insert("organization_members", { ...member, role: "admin" })
      yield* insert("workspace_members", { ...member, workspace_id: first })
    }
    yield* insert("guardrails", { id: guardrail_id, ...place, ...named, allowed_models: '["a","b"]' })
    yield* insert("guardrails", { id: uuid(4), organization_id, workspace_id: second, ...named })
    const assigned = { id: uuid(8), ...place, guardrail_id, created_at: 0 }
    yield* insert("guardrail_members", { ...assigned, user_id: "ada" })
    yield* addKey(client, "a")
    yield* addKey(client, "b", true)
    yield* insert("guardrail_key_assignments", { ...assigned, key_hash: hash("a") })
    yield* insert("byok_credentials", {
      ...{ id: uuid(6), ...place, provider: "openai", sealed: new Uint8Array([1]), label: "sk-...", sort_order: 1 },
      ...{ disabled: flag(client, false), is_fallback: flag(client, false), allowed_models: '["c"]', created_at: 0 }
    })
    const written = { creator_user_id: "ada", created_at: 0 }
    yield* insert("presets", {
      ...{ id: uuid(6), ...place, ...written, slug: "a-preset", name: "A preset", status: "active" },
      ...{ designated_version_id: uuid(6), updated_at: 0 }
    })
    yield* insert("preset_versions", {
      ...{ id: uuid(6), organization_id, preset_id: uuid(6), ...written, version: 1, config: "{}" }
    })
  })

/** What the tables themselves promise on every database: a client on a database that has them. */
export const schemaPromises = <E>(migrated: Effect.Effect<SqlClient.SqlClient, E, Scope.Scope>) => {
  const filled = Effect.tap(migrated, fill)

  it.scopedLive("count the rows of each list, and no longer those that are moved or deleted", () =>
    Effect.gen(function* () {
      const client = yield* filled
      const sizes = Effect.map(
        client`SELECT list, CAST(size AS INTEGER) AS size FROM list_sizes WHERE organization_id = ${organization_id}`,
        (rows) => Object.fromEntries(rows.map(({ list, size }) => [list, size]))
      )
      const all = { workspaces: 2, members: 2, [`workspace members of ${first}`]: 2 }
      const presets = { presets: 1, [`presets of ${first}`]: 1, [`versions of ${uuid(6)}`]: 1 }
      const keys = { keys: 2, [`keys of ${first}`]: 2 }
      const credentials = {
        ...{ credentials: 1, "credentials for openai": 1, [`credentials of ${first}`]: 1 },
        [`credentials of ${first} for openai`]: 1
      }
      expect(yield* sizes).toEqual({
        ...{ ...all, ...presets, ...keys, ...credentials, "enabled keys": 1, [`enabled keys of ${first}`]: 1 },
        ...{ guardrails: 2, [`guardrails of ${first}`]: 1, [`guardrails of ${second}`]: 1, "assigned members": 1 },
        ...{ [`members of ${guardrail_id}`]: 1, "assigned keys": 1, [`assigned keys of ${guardrail_id}`]: 1 }
      })
      yield* client`INSERT INTO guardrails ${client.insert({ id: uuid(9), organization_id, workspace_id: first, name: "Other", created_at: 0 })}`
      yield* client`UPDATE guardrail_members SET guardrail_id = ${uuid(9)}`
      yield* client`UPDATE guardrail_key_assignments SET guardrail_id = ${uuid(9)}`
      yield* client`UPDATE api_keys SET disabled = ${flag(client, true)}`
      expect(yield* sizes).toEqual({
        ...{ ...all, ...presets, ...keys, ...credentials },
        ...{ guardrails: 3, [`guardrails of ${first}`]: 2, [`guardrails of ${second}`]: 1, "assigned members": 1 },
        ...{ [`members of ${uuid(9)}`]: 1, "assigned keys": 1, [`assigned keys of ${uuid(9)}`]: 1 }
      })
      yield* client`DELETE FROM guardrails`
      expect(yield* client`SELECT user_id FROM guardrail_members`).toEqual([])
      expect(yield* client`SELECT key_hash FROM guardrail_key_assignments`).toEqual([])
      yield* client`DELETE FROM presets`
      yield* client`DELETE FROM byok_credentials`
      yield* client`DELETE FROM api_keys`
      expect(yield* sizes).toEqual(all)
    })
  )

  it.scopedLive("take a list of JSON or null where one may be, and a workspace of the organization", () =>
    Effect.gen(function* () {
      const client = yield* filled
      for (const wrong of ["'{}'", "'[1'", "''"]) {
        yield* Effect.flip(client.unsafe(`UPDATE guardrails SET ignored_providers = ${wrong}`))
        yield* Effect.flip(client.unsafe(`UPDATE byok_credentials SET allowed_user_ids = ${wrong}`))
      }
      yield* client`UPDATE guardrails SET allowed_models = NULL, ignored_providers = '[]'`
      yield* Effect.flip(client`UPDATE byok_credentials SET workspace_id = ${uuid(8)}`)
      yield* Effect.flip(client`UPDATE api_keys SET workspace_id = ${uuid(8)}`)
    })
  )

  it.scopedLive("take an id and a hash in the one form in which they are compared", () =>
    Effect.gen(function* () {
      const client = yield* filled
      const id = "abcdefab-0000-4000-8000-000000000000"
      for (const wrong of [id.toUpperCase(), id.replaceAll("-", ""), `{${id}}`, `${id} `, `${id}0`, ""]) {
        yield* Effect.flip(client`UPDATE guardrail_members SET id = ${wrong}`)
      }
      yield* client`UPDATE guardrail_members SET id = ${id}`
      for (const wrong of ["A".repeat(64), "a".repeat(63), "a".repeat(65), `${"a".repeat(63)}g`, ""]) {
        yield* Effect.flip(client`UPDATE key_secrets SET secret_hash = ${wrong} WHERE secret_hash = ${hash("a")}`)
      }
      yield* client`UPDATE key_secrets SET secret_hash = ${hash("c")} WHERE secret_hash = ${hash("a")}`
    })
  )

  it.scopedLive("give each key a number that is not used again, and its hash as its only secret", () =>
    Effect.gen(function* () {
      const client = yield* filled
      const secrets = client`SELECT secret_hash, hash, until FROM key_secrets LEFT JOIN api_keys ON id = key_id ORDER BY secret_hash`
      const secretOf = (letter: string) => ({ secret_hash: hash(letter), hash: hash(letter), until: null })
      expect(yield* secrets).toEqual([secretOf("a"), secretOf("b")])
      yield* addKey(client, "c")
      yield* client`DELETE FROM api_keys WHERE hash = ${hash("a")}`
      expect(yield* secrets).toEqual([secretOf("b"), secretOf("c")])
      yield* client`DELETE FROM api_keys WHERE hash = ${hash("c")}`
      yield* addKey(client, "c")
      const ids = yield* client<{ readonly id: unknown }>`SELECT id FROM api_keys ORDER BY id`
      expect(ids.map(({ id }) => Number(id))).toEqual([2, 4])
    })
  )
}

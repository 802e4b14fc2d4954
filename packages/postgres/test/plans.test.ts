import { afterAll, describe, expect, it, vi } from "@effect/vitest"
import { KeyHash, Usd } from "@tollgate/core"
import {
  ByokStore,
  GuardrailStore,
  KeyStore,
  OutboxStore,
  PresetStore,
  SpendingStore,
  unlimited,
  WebhookStore,
  WorkspaceStore
} from "@tollgate/core/storage"
import { SpendingTime } from "@tollgate/sql/driver"
import {
  aByokRecord,
  aGuardrailRecord,
  aHome,
  aKeyRecord,
  aPresetRecord,
  aWebhookRecord,
  aWorkspaceRecord
} from "@tollgate/testing"
import { DateTime, Effect, Layer, Predicate } from "effect"
import { Client } from "pg"
import { admission, own, START } from "../../sql/test/support/holds.js"
import { connect, emptyDatabase, migratedDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const said = vi.spyOn(Client.prototype, "query")
afterAll(() => said.mockRestore())

interface Step {
  readonly "Node Type": string
  readonly "Actual Rows": number
  readonly "Relation Name"?: string
  readonly "Rows Removed by Filter"?: number
  readonly Plans?: ReadonlyArray<Step>
}

const leavesOf = (step: Step): ReadonlyArray<Step> => (step.Plans === undefined ? [step] : step.Plans.flatMap(leavesOf))

const stepsOf = (step: Step): ReadonlyArray<Step> => [step, ...(step.Plans ?? []).flatMap(stepsOf)]

/** Every prepared statement that was run during an effect, with its values. */
const statementsDuring = Effect.fnUntraced(function* (effect: Effect.Effect<unknown, unknown>) {
  said.mockClear()
  yield* effect
  return said.mock.calls.flatMap(([statement]: ReadonlyArray<unknown>) => {
    if (!Predicate.hasProperty(statement, "text") || !Predicate.hasProperty(statement, "values")) return []
    const { text, values } = statement
    return Array.isArray(values) ? [{ text: String(text), values }] : []
  })
})

const planOf = (client: Client, text: string, values: ReadonlyArray<unknown>) =>
  Effect.promise(async () => {
    const { rows } = await client.query<{ readonly "QUERY PLAN": readonly [{ readonly Plan: Step }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      [...values]
    )
    return rows.map((row) => row["QUERY PLAN"][0].Plan)
  })

const readOf = (step: Step) => step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)

/** The kinds of steps, and the rows that each reads. */
const shown = (steps: ReadonlyArray<Step>) => ({
  steps: steps.map((step) => step["Node Type"]),
  read: steps.map(readOf)
})

/** 2,000 copies of a row, with other values in some columns, in which `n` counts them. */
const copies = (table: string, values: string) => `INSERT INTO ${table}
OVERRIDING SYSTEM VALUE SELECT (jsonb_populate_record(row, jsonb_build_object(${values}))).* FROM ${table} AS row, generate_series(1, 2000) AS n`

/** Values of copied keys. */
const NUMBERED = `'id', row.id + 3000 * n, 'hash', encode(sha256(n::text::bytea), 'hex')`

const LIMIT = 50

describe("A page on PostgreSQL, of many rows", () => {
  it.scopedLive("is read by an index, and no row beyond it", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const stores = yield* Layer.build(inDatabase(url))
      const client = yield* connect(url)
      const run = (text: string) => Effect.promise(() => client.query(text))
      yield* Effect.gen(function* () {
        const [keys, credentials, workspaces] = [yield* KeyStore, yield* ByokStore, yield* WorkspaceStore]
        const [guardrails, presets] = [yield* GuardrailStore, yield* PresetStore]
        const home = yield* aHome()
        yield* keys.insert(yield* aKeyRecord(home))
        yield* credentials.insert(yield* aByokRecord(home))
        yield* guardrails.insert(yield* aGuardrailRecord(home))
        const preset = yield* aPresetRecord(home)
        yield* presets.insert(preset)
        const other = yield* aWorkspaceRecord(home)
        yield* workspaces.insert(other)
        // Half of them in another workspace, so that each filter leaves rows out.
        const place = `'created_at', row.created_at + n, 'workspace_id', CASE n / 5 % 2 WHEN 0 THEN '${other.id}' ELSE row.workspace_id END`
        yield* run(copies("api_keys", `${NUMBERED}, 'disabled', n % 5 > 0, ${place}`))
        yield* run(
          copies(
            "byok_credentials",
            `'id', gen_random_uuid(), 'provider', CASE WHEN n % 5 > 0 THEN 'openai' ELSE 'anthropic' END, 'sort_order', n, ${place}`
          )
        )
        yield* run(copies("guardrails", `'id', gen_random_uuid(), ${place}`))
        yield* run(
          copies(
            "presets",
            `'id', gen_random_uuid(), 'slug', 'preset-' || n, 'updated_at', row.updated_at + n, ${place}`
          )
        )
        yield* run("VACUUM ANALYZE")
        const page = { limit: LIMIT, offset: 0 }
        const { organization_id, workspace_id } = home
        const asking = Effect.forEach([undefined, workspace_id], (workspace_id) =>
          Effect.all([
            ...[false, undefined].map((disabled) => keys.list(organization_id, page, { workspace_id, disabled })),
            ...([undefined, "anthropic"] as const).map((provider) =>
              credentials.list(organization_id, page, { workspace_id, provider })
            ),
            guardrails.list(organization_id, page, { workspace_id }),
            presets.list(organization_id, page, { workspace_id })
          ])
        )
        const pages = (yield* statementsDuring(asking)).filter(({ text }) => /ORDER BY.*LIMIT/.test(text))
        expect(pages).toHaveLength(12)
        for (const { text, values } of pages) {
          const leaves = (yield* planOf(client, text, values)).flatMap(leavesOf)
          expect({ text, ...shown(leaves) }).toEqual({ text, steps: ["Index Scan"], read: [LIMIT] })
        }
      }).pipe(Effect.provide(stores))
    })
  )
})

/** Values of copied holds: every 50th is flagged `settlement_refused`, every tenth `overdrawn`. */
const FLAGGED = `'id', gen_random_uuid(), 'state', 4, 'opened_at', row.opened_at + n,
  'flags', CASE WHEN n % 50 = 0 THEN 32 WHEN n % 10 = 0 THEN 1 ELSE 0 END`

describe("A list of holds with a flag on PostgreSQL, of many holds", () => {
  it.scopedLive("reads those with flags alone", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const stores = yield* Layer.build(inDatabase(url))
      const client = yield* connect(url)
      yield* Effect.gen(function* () {
        const store = yield* SpendingStore
        yield* store.admit(admission(own, 1))
        for (const text of [copies("spending_holds", FLAGGED), "VACUUM ANALYZE spending_holds"]) {
          yield* Effect.promise(() => client.query(text))
        }
        const none = { workspace_id: null, key_hash: null, instance: null, state: null }
        const listing = store.list(
          { ...none, organization_id: own, flag: "settlement_refused" },
          { limit: 10, offset: 0 }
        )
        const { data, total_count } = yield* listing
        expect([data.length, total_count]).toEqual([10, 40])
        const statements = (yield* statementsDuring(listing)).filter(({ text }) => /flags & 32/.test(text))
        const most = yield* Effect.forEach(statements, ({ text, values }) =>
          Effect.map(planOf(client, text, values), (plans) => Math.max(...plans.flatMap(leavesOf).map(readOf)))
        )
        expect(most).toEqual([40, 10])
      }).pipe(Effect.provide(stores))
    })
  )
})

describe("A report of some keys on PostgreSQL, of many holds", () => {
  it.scopedLive("reads theirs alone, in the ledger and in what is kept of closed days", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const stores = yield* Layer.build(Layer.provide(inDatabase(url), Layer.succeed(SpendingTime, "arguments")))
      const client = yield* connect(url)
      const run = (text: string, values: ReadonlyArray<unknown> = []) =>
        Effect.promise(() => client.query(text, [...values]))
      yield* Effect.gen(function* () {
        const store = yield* SpendingStore
        const hashes = Array.from({ length: 100 }, (_, at) => KeyHash.make(String(at).padStart(64, "0")))
        const settled = { cost: Usd.fromNumber(1), is_byok: false, credential_id: null, model: null, provider: null }
        yield* store.admit(admission(own, 1))
        const hold = { id: admission(own, 1).terms.id, organization_id: own }
        yield* store.settle(hold, { ...settled, basis: null, input_tokens: 0, output_tokens: 0 }, START)
        for (const hash of hashes) {
          yield* run("INSERT INTO spending_names (digest, name) VALUES (sha256(convert_to($1::text, 'UTF8')), $1)", [
            hash
          ])
        }
        const first = `(SELECT min(id) FROM spending_names WHERE name LIKE '000%')`
        const values = `'id', gen_random_uuid(), 'api_key', ${first} + n % 100, 'opened_at', row.opened_at + n / 100 * 86400000::bigint, 'entry', n + 1`
        yield* run(copies("spending_holds", values))
        yield* run("VACUUM ANALYZE spending_holds, spending_names")
        const day = Math.floor(START / 86_400_000)
        const report = store.activity({
          ...{ organization_id: own, key_hash: null, from: day, to: day + 20 },
          ...{ by: new Set(["key"] as const), only: { key: hashes.slice(0, 2) } }
        })
        const isOf = (table: string) => new RegExp(`SUM.* FROM ${table} WHERE`)
        const readFrom = Effect.fnUntraced(function* (table: string) {
          const said = (yield* statementsDuring(report)).filter(({ text }) => isOf(table).test(text))
          return yield* Effect.forEach(said, ({ text, values }) =>
            Effect.map(planOf(client, text, values), (plans) =>
              plans
                .flatMap(stepsOf)
                .filter((step) => step["Relation Name"] === table)
                .map(readOf)
            )
          )
        })
        expect((yield* report).map(({ requests }) => requests)).toEqual([20, 20])
        expect(yield* readFrom("spending_holds")).toEqual([[40]])
        // The days are closed then.
        yield* store.admit(admission(own, 2, { now: START + 30 * 86_400_000 }))
        yield* report
        yield* run("VACUUM ANALYZE spending_sums")
        // Two thousand rows are better read as they are.
        yield* run("SET enable_seqscan = off")
        expect((yield* report).map(({ requests }) => requests)).toEqual([20, 20])
        expect(yield* readFrom("spending_sums")).toEqual([[40]])
      }).pipe(Effect.provide(stores))
    })
  )
})

describe("A look-up by a secret on PostgreSQL, among many keys", () => {
  it.scopedLive("is one statement, which reads one secret and one key by their indexes", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const stores = yield* Layer.build(inDatabase(url))
      const client = yield* connect(url)
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const key = yield* aKeyRecord(yield* aHome())
        yield* keys.insert(key)
        for (const text of [copies("api_keys", NUMBERED), "VACUUM ANALYZE api_keys, key_secrets"]) {
          yield* Effect.promise(() => client.query(text))
        }
        const now = yield* DateTime.now
        for (const lookUp of [keys.identify, keys.findBySecret]) {
          const statements = yield* statementsDuring(lookUp(key.hash, now))
          expect(statements).toHaveLength(1)
          for (const { text, values } of statements) {
            const steps = (yield* planOf(client, text, values)).flatMap(stepsOf)
            expect({ text, ...shown(steps) }).toEqual({ text, steps: ["Index Scan", "Index Scan"], read: [1, 1] })
          }
        }
      }).pipe(Effect.provide(stores))
    })
  )

  it.scopedLive("is one statement with the scope of the key, which it reads by its index, too, each time anew", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const stores = yield* Layer.build(inDatabase(url))
      const client = yield* connect(url)
      yield* Effect.gen(function* () {
        const { findScoped, insert } = yield* KeyStore
        const { setTerms } = yield* SpendingStore
        if (findScoped === undefined) return expect.fail("It has the look-up.")
        const key = yield* aKeyRecord(yield* aHome())
        const { hash, organization_id } = key
        yield* insert(key)
        const now = yield* DateTime.now
        const ref = { organization_id, kind: "key", guardrail_id: null, subject: hash } as const
        yield* setTerms({ ref }, unlimited, now.epochMillis)
        for (const text of [
          copies("api_keys", NUMBERED),
          copies("spending_scopes", "'id', row.id + 3000 * n, 'subject', encode(sha256(n::text::bytea), 'hex')"),
          "VACUUM ANALYZE api_keys, key_secrets, spending_scopes"
        ]) {
          yield* Effect.promise(() => client.query(text))
        }
        const look = findScoped(hash, now)
        const statements = yield* statementsDuring(Effect.zipRight(look, look))
        expect(statements).toHaveLength(2)
        for (const { text, values } of statements) {
          const steps = (yield* planOf(client, text, values)).flatMap(leavesOf)
          expect({ text, ...shown(steps) }).toEqual({
            text,
            steps: ["Index Scan", "Index Scan", "Index Scan"],
            read: [1, 1, 1]
          })
        }
      }).pipe(Effect.provide(stores))
    })
  )
})

describe("A look-up of keys by the beginning of a hash, or by a name, on PostgreSQL", () => {
  it.scopedLive("reads these among many keys by an index", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const stores = yield* Layer.build(inDatabase(url))
      const client = yield* connect(url)
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const key = yield* aKeyRecord(yield* aHome(), { name: "Build" })
        yield* keys.insert(key)
        for (const text of [copies("api_keys", `${NUMBERED}, 'name', 'Key ' || n`), "VACUUM ANALYZE api_keys"]) {
          yield* Effect.promise(() => client.query(text))
        }
        for (const search of [{ hash_prefix: key.hash.slice(0, 12) }, { name: "Build" }]) {
          const listing = keys.list(key.organization_id, { limit: 3, offset: 0 }, {}, search)
          expect((yield* listing).data.map(({ hash }) => hash)).toEqual([key.hash])
          const statements = (yield* statementsDuring(listing)).filter(({ text }) => text.includes("MATERIALIZED"))
          expect(statements).toHaveLength(2)
          for (const { text, values } of statements) {
            const steps = (yield* planOf(client, text, values)).flatMap(stepsOf)
            const read = steps.map((step) => [step["Node Type"], readOf(step)])
            expect(read).toContainEqual(["Index Scan", 1])
            expect(Math.max(...steps.map(readOf))).toBe(1)
          }
        }
      }).pipe(Effect.provide(stores))
    })
  )
})

describe("A look at what waits for webhooks on PostgreSQL", () => {
  it.scopedLive(
    "reads no row of what was sent, also while the statistics are those of a moment at which all waited",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        const stores = yield* Layer.build(inDatabase(url))
        const client = yield* connect(url)
        const run = (text: string) => Effect.promise(() => client.query(text))
        yield* Effect.gen(function* () {
          const outbox = yield* OutboxStore
          const webhook = yield* aWebhookRecord(yield* aHome())
          yield* (yield* WebhookStore).insert(webhook)
          const { organization_id } = webhook
          yield* run(`INSERT INTO alerts (id, organization_id, kind, created_at, scope, guardrail_id, subject, period, limit_usd, spent, held, unknown, dispatched)
SELECT lpad(n::text, 32, '0'), '${organization_id}', 'refused', n, 'key', '', '', 'daily', 1, 1, 0, 0, FALSE FROM generate_series(1, 2000) AS n`)
          yield* run(`INSERT INTO webhook_deliveries (id, organization_id, webhook_id, alert_id, state, attempts, next_at, created_at)
SELECT gen_random_uuid(), '${organization_id}', '${webhook.id}', lpad(n::text, 32, '0'), 'pending', 0, n, n FROM generate_series(1, 2000) AS n`)
          yield* run("VACUUM ANALYZE")
          yield* run("UPDATE alerts SET dispatched = TRUE")
          yield* run("UPDATE webhook_deliveries SET state = 'delivered', next_at = NULL, ended_at = 1")
          const looking = outbox.waiting(10_000)
          expect(yield* looking).toEqual({ alerts: false, deliveries: false })
          const [statement] = yield* statementsDuring(looking)
          const steps = (yield* planOf(client, statement?.text ?? "", statement?.values ?? [])).flatMap(stepsOf)
          const read = steps.filter((step) => step["Node Type"] !== "Result" && readOf(step) > 0)
          expect(read).toEqual([])
          expect(steps.map((step) => step["Node Type"])).not.toContain("Seq Scan")
        }).pipe(Effect.provide(stores))
      })
  )
})

// An index that begins with columns of the key, up to the last of them, which tells the rows of an organization apart.
const unindexed = `SELECT k.conname FROM pg_constraint AS k
WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace AND NOT EXISTS (
  SELECT 1 FROM pg_index AS i, array_position(i.indkey::int2[], k.conkey[array_upper(k.conkey, 1)]) AS last
  WHERE i.indrelid = k.conrelid AND i.indpred IS NULL AND last IS NOT NULL AND (i.indkey::int2[])[0:last] <@ k.conkey
)`

describe("A row that goes on PostgreSQL", () => {
  it.scopedLive("is looked for in other tables by an index for each foreign key", () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      yield* Effect.scoped(Layer.build(inDatabase(url)))
      expect(yield* query(url, unindexed)).toEqual([])
      yield* query(url, "DROP INDEX guardrail_members_of_user")
      expect((yield* query(url, unindexed)).length).toBe(1)
    })
  )
})

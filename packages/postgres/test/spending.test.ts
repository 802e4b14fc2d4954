import { describe, expect, it } from "@effect/vitest"
import { KeyHash, OrganizationId, Usd, UserId, WorkspaceId } from "@tollgate/core"
import { Day, holdIdAt, newRunTerms, runScope, type ScopeRef, SpendingStore, unlimited } from "@tollgate/core/storage"
import { Context, Effect, Fiber, Layer } from "effect"
import { connect, emptyDatabase, query } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const first = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const second = OrganizationId.make("33333333-3333-4333-8333-333333333333")
const workspace = WorkspaceId.make("22222222-2222-4222-8222-222222222222")
const key_hash = KeyHash.make("a".repeat(64))

const ref = (organization_id: OrganizationId, kind: ScopeRef["kind"], subject: string): ScopeRef => ({
  organization_id,
  kind,
  guardrail_id: null,
  subject
})

const idOf = (number: number) =>
  holdIdAt(Date.UTC(2026, 4, 31), Uint8Array.of(0, 0, 0, 0, 0, 0, number >> 16, number >> 8, number, 0))

const admission = (number: number, organization_id: OrganizationId, key = "key") => ({
  terms: {
    id: idOf(number),
    organization_id,
    workspace_id: workspace,
    key_hash,
    user_id: UserId.make("ada"),
    models: ["acme/writer"],
    provider: null,
    instance: null,
    labels: {},
    asked: Usd.fromNumber(0.25),
    lease_seconds: 600,
    variant: null
  },
  scopes: [ref(organization_id, "key", key), ref(organization_id, "organization", organization_id)].map((ref) => ({
    ref,
    terms: unlimited,
    version: null
  })),
  charge: "own" as const,
  plan: [null],
  providers: null,
  now: 0,
  dry_run: false
})

const settlement = {
  cost: Usd.fromNumber(0.125),
  is_byok: false,
  credential_id: null,
  model: null,
  provider: null,
  basis: null,
  input_tokens: 0,
  output_tokens: 0
}

/** The store of a process that uses the database. */
const storeOn = (url: string) =>
  Effect.map(Layer.build(Layer.fresh(inDatabase(url))), (context) => Context.get(context, SpendingStore))

const limits = { lifetime: Usd.fromNumber(100), daily: null, weekly: null, monthly: null }

describe("The store of spending on PostgreSQL", () => {
  it.scopedLive("admits exactly 400 of 1,000 holds of $0.25 against two budgets of $100, in two processes", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const stores = [yield* storeOn(url), yield* storeOn(url)]
      const [store] = stores
      if (store === undefined) return
      for (const { ref } of admission(0, first).scopes) {
        yield* store.setTerms({ ref }, { ...unlimited, limits }, 0)
      }
      const answers = yield* Effect.forEach(
        Array.from({ length: 1000 }).keys(),
        (number) => (stores[number % 2] ?? store).admit(admission(number, first)),
        { concurrency: 64 }
      )
      expect(answers.filter(({ _tag }) => _tag === "Admitted")).toHaveLength(400)
      expect(answers.filter(({ _tag }) => _tag === "Refused")).toHaveLength(600)
      const [scope] = yield* store.scopes([ref(first, "key", "key")], Date.now())
      expect(scope?.own.held.lifetime).toBe(Usd.fromNumber(100))
    })
  )

  it.scopedLive("deletes idle runs by the server's time, whatever the clock of the process says", () =>
    Effect.gen(function* () {
      const store = yield* storeOn(yield* emptyDatabase)
      const run = runScope({ organization_id: first, workspace_id: workspace }, "job")
      yield* store.setTerms({ ref: run }, newRunTerms({}, null, 0), 0)
      // A request of the organization, on the server's day. The run is created by a clock that is behind.
      yield* store.admit(admission(1, first))
      const day = Day.of(Date.now())
      expect(yield* store.pruneRuns(day + 1, Day.startOf(2 * day))).toBe(0)
      expect(yield* store.pruneRuns(day - 2, 0)).toBe(1)
    })
  )

  it.scopedLive("lets others go on while a row of one organization is locked", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const store = yield* storeOn(url)
      const paused = yield* connect(url)
      yield* store.admit(admission(1, first))
      yield* store.admit(admission(2, second))
      yield* Effect.promise(() => paused.query("BEGIN"))
      const lock = "SELECT id FROM spending_scopes WHERE organization_id = $1 AND kind = 'key' FOR UPDATE"
      yield* Effect.promise(() => paused.query(lock, [first]))
      const waiting = yield* Effect.forkAll([
        store.admit(admission(3, first)),
        store.settle({ id: idOf(1), organization_id: null }, settlement, 0)
      ])
      // Acts of a host's gateway key are in one line, whatever their organization.
      yield* store.settle({ id: idOf(2), organization_id: null }, settlement, 0)
      for (const number of [4, 5, 6]) expect((yield* store.admit(admission(number, second)))._tag).toBe("Admitted")
      expect(yield* Effect.map(waiting.poll, (exit) => exit._tag)).toBe("None")
      yield* Effect.promise(() => paused.query("ROLLBACK"))
      const [admitted, settled] = yield* waiting.await.pipe(Effect.flatten)
      expect(admitted).toMatchObject({ _tag: "Admitted" })
      expect(settled).toMatchObject({ value: { state: "settled" } })
    })
  )

  it.scopedLive("lets others go on while rows of more organizations are locked than there are connections", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const store = yield* storeOn(url)
      const paused = yield* connect(url)
      const organizations = Array.from({ length: 12 }, (_, number) =>
        OrganizationId.make(`44444444-4444-4444-8444-4444444444${number + 10}`)
      )
      const numbered = [...organizations.entries()]
      for (const [number, organization] of numbered) yield* store.admit(admission(number, organization))
      yield* store.admit(admission(20, first))
      yield* Effect.promise(() => paused.query("BEGIN"))
      const lock = "SELECT id FROM spending_scopes WHERE organization_id <> $1 FOR UPDATE"
      yield* Effect.promise(() => paused.query(lock, [first]))
      const waiting = yield* Effect.forkAll(
        numbered.map(([number, organization]) => store.admit(admission(30 + number, organization)))
      )
      for (const number of [21, 22, 23]) expect((yield* store.admit(admission(number, first)))._tag).toBe("Admitted")
      expect(yield* Effect.map(waiting.poll, (exit) => exit._tag)).toBe("None")
      yield* Effect.promise(() => paused.query("ROLLBACK"))
      const answers = yield* waiting.await.pipe(Effect.flatten)
      expect(answers.map(({ _tag }) => _tag)).toEqual(organizations.map(() => "Admitted"))
    })
  )

  it.scopedLive(
    "lets others go on while another transaction creates a scope, or names an instance, that acts need",
    () =>
      Effect.gen(function* () {
        const url = yield* emptyDatabase
        const store = yield* storeOn(url)
        const paused = yield* connect(url)
        yield* store.admit(admission(1, second))
        const scope = `INSERT INTO spending_scopes (organization_id, subject, kind, guardrail_id, version, day, holds, include_byok)
        VALUES ($1, 'key', 'key', '', 0, 0, 0, FALSE)`
        const name = "INSERT INTO spending_names (digest, name) VALUES (sha256('gateway'), 'gateway')"
        const named = admission(3, second, "other")
        yield* Effect.promise(() => paused.query("BEGIN"))
        yield* Effect.promise(() => paused.query(scope, [first]))
        yield* Effect.promise(() => paused.query(name))
        const waiting = yield* Effect.forkAll([
          store.admit(admission(2, first)),
          store.admit({ ...named, terms: { ...named.terms, instance: "gateway" } })
        ])
        const settled = yield* Effect.fork(store.settle({ id: idOf(1), organization_id: null }, settlement, 0))
        expect((yield* store.admit(admission(4, second)))._tag).toBe("Admitted")
        expect(yield* Fiber.join(settled)).toMatchObject({ value: { state: "settled" } })
        expect(yield* Effect.map(waiting.poll, (exit) => exit._tag)).toBe("None")
        yield* Effect.promise(() => paused.query("ROLLBACK"))
        const answers = yield* waiting.await.pipe(Effect.flatten)
        expect(answers.map(({ _tag }) => _tag)).toEqual(["Admitted", "Admitted"])
      })
  )

  it.scopedLive("fails an act alone that has a character that is not stored", () =>
    Effect.gen(function* () {
      const store = yield* storeOn(yield* emptyDatabase)
      const asking = (number: number, terms: object) => {
        const asked = admission(number, first)
        return store.admit({ ...asked, terms: { ...asked.terms, ...terms } })
      }
      yield* store.admit(admission(1, first))
      yield* store.admit(admission(2, second))
      const exits = yield* Effect.all(
        [
          Effect.exit(store.settle({ id: idOf(2), organization_id: null }, settlement, 0)),
          Effect.exit(asking(3, { instance: "a" })),
          Effect.exit(asking(4, { instance: "a\0b" })),
          Effect.exit(store.admit(admission(5, second))),
          Effect.exit(store.admit(admission(6, first)))
        ],
        { concurrency: "unbounded" }
      )
      const refused = { _tag: "Failure", cause: { error: { _tag: "StorageFailure", outcome: "none" } } }
      const answered = { _tag: "Success" }
      expect(exits).toMatchObject([answered, answered, refused, answered, answered])
    })
  )

  it.scopedLive("gets its turn at a row that is never free, because transactions of others wait for it", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const store = yield* storeOn(url)
      yield* store.admit(admission(1, first))
      const turn = `BEGIN; SELECT id FROM spending_scopes WHERE organization_id = '${first}' AND kind = 'organization' FOR NO KEY UPDATE;
        SELECT pg_sleep(0.1); COMMIT`
      const clients = yield* Effect.replicateEffect(connect(url), 5)
      const turns = clients.map((client) => Effect.forever(Effect.promise(() => client.query(turn))))
      const others = yield* Effect.forkAll(turns)
      const waiters = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      yield* Effect.repeat(query(url, waiters), { until: (rows) => rows.length === 4 })
      expect((yield* store.admit(admission(2, first)))._tag).toBe("Admitted")
      yield* Fiber.interrupt(others)
    })
  )

  it.scopedLive("answers each of several creations with one id by itself, in one process and in two", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase
      const stores = [yield* storeOn(url), yield* storeOn(url)]
      const answers = yield* Effect.forEach(
        Array.from({ length: 12 }).keys(),
        (number) => {
          const store = stores[number % 2]
          return store === undefined ? Effect.succeed(null) : store.admit(admission(1, first))
        },
        { concurrency: "unbounded" }
      )
      expect(answers.filter((answer) => answer?._tag === "Admitted")).toHaveLength(1)
      expect(answers.filter((answer) => answer?._tag === "Existing")).toHaveLength(11)
    })
  )
})

import { describe, expect, it } from "@effect/vitest"
import { KeyHash, OrganizationId, type StorageFailure, Usd, UserId, WorkspaceId } from "@tollgate/core"
import { type HoldRecord, holdIdAt, type ScopeRef, SpendingStore, unlimited } from "@tollgate/core/storage"
import { Effect, Either, Layer } from "effect"
import { query } from "./support/databases.js"
import { postgresServer } from "./support/PostgresServer.js"
import { inDatabase } from "./support/stores.js"

// They are in both lines of batches, so that one of them is under way when the other is answered.
const organizations = ["1", "2", "3"].map((digit) => OrganizationId.make(`1111111${digit}-1111-4111-8111-111111111111`))
const workspace_id = WorkspaceId.make("22222222-2222-4222-8222-222222222222")
const AMOUNT = Usd.fromNumber(0.25)
const COST = Usd.fromNumber(0.125)
const ROUNDS = 12
const ACTS = 600
const CALLERS = 64

const admission = (number: number, organization_id: OrganizationId) => {
  const ref = (kind: ScopeRef["kind"], subject: string) => ({ organization_id, kind, guardrail_id: null, subject })
  const scopes = [ref("key", `key ${number % 5}`), ref("organization", organization_id)]
  return {
    terms: {
      id: holdIdAt(Date.UTC(2026, 4, 31), Uint8Array.of(0, 0, 0, 0, 0, 0, number >> 16, number >> 8, number, 0)),
      organization_id,
      workspace_id,
      key_hash: KeyHash.make("a".repeat(64)),
      user_id: UserId.make("ada"),
      models: ["acme/writer"],
      provider: null,
      instance: null,
      labels: {},
      asked: AMOUNT,
      lease_seconds: 2_592_000,
      variant: null
    },
    scopes: scopes.map((ref) => ({ ref, terms: unlimited, version: null })),
    charge: "own" as const,
    plan: [null],
    providers: null,
    now: 0,
    dry_run: false
  }
}

const settlement = {
  ...{ cost: COST, is_byok: false, credential_id: null, model: null, provider: null, basis: null },
  ...{ input_tokens: 0, output_tokens: 0 }
}

type Told = "acknowledged" | StorageFailure["outcome"]
const toldOf = (answer: Either.Either<unknown, StorageFailure>): Told =>
  Either.match(answer, { onLeft: ({ outcome }) => outcome, onRight: () => "acknowledged" })

/** The states that a hold may have in the ledger, given what was told of its admission and of its settlement. Null is no row. */
const allowed = (admitted: Told, settled: Told | undefined): ReadonlyArray<number | null> => {
  if (admitted !== "acknowledged") return admitted === "none" ? [null] : [null, 0]
  if (settled === "acknowledged") return [4]
  return settled === "unknown" ? [0, 4] : [0]
}

describe("Acts of spending on a PostgreSQL server that is killed (kill -9) again and again", () => {
  it.scopedLive(
    "are stored if they were acknowledged, are not if they failed without a trace, and are counted once",
    () =>
      Effect.gen(function* () {
        const server = yield* postgresServer({ durable: true })
        const url = server.url("postgres")
        const store = yield* Effect.provide(SpendingStore, yield* Layer.build(inDatabase(url)))
        const seen = new Set<string>()
        let next = 0
        for (let round = 0; round < ROUNDS; round++) {
          const told = new Map<HoldRecord["id"], [admitted: Told, settled?: Told]>()
          const fatal = 100 + ((round * 97) % 400)
          let done = 0
          let isKilled = false
          const act = Effect.gen(function* () {
            if (isKilled) return
            const number = next++
            const hold = admission(number, organizations[number % organizations.length] ?? expect.unreachable())
            const admitted = toldOf(yield* Effect.either(store.admit(hold)))
            told.set(hold.terms.id, [admitted])
            if (admitted !== "acknowledged") return
            if (!isKilled) {
              const settled = yield* Effect.either(store.settle(hold.terms, settlement, 0))
              told.set(hold.terms.id, [admitted, toldOf(settled)])
            }
            done += 1
            if (done !== fatal) return
            isKilled = true
            yield* server.kill
          })
          yield* Effect.forEach(Array.from({ length: ACTS }), () => act, { concurrency: CALLERS, discard: true })
          yield* server.start
          const rows = yield* query(url, "SELECT id, state FROM spending_holds WHERE id = ANY($1)", [[...told.keys()]])
          const states = new Map(rows.map(({ id, state }) => [String(id), Number(state)]))
          for (const [id, [admitted, settled]] of told) {
            seen.add(`${admitted} ${settled}`)
            expect(allowed(admitted, settled), `${admitted}, ${settled}`).toContain(states.get(id) ?? null)
          }
        }
        const differing = yield* query(
          url,
          `SELECT s.id FROM spending_scopes AS s LEFT JOIN spending_holds AS h ON (',' || h.scopes || ',') LIKE '%,' || s.id || ',%'
GROUP BY s.id, s.own_held_total, s.own_spent_total, s.holds
HAVING s.own_held_total <> COALESCE(SUM(h.amount) FILTER (WHERE h.state = 0), 0)
  OR s.own_spent_total <> COALESCE(SUM(h.cost) FILTER (WHERE h.state = 4), 0) OR s.holds <> COUNT(*) FILTER (WHERE h.state = 0)`
        )
        expect(differing).toEqual([])
        // Some were cut off in their COMMIT, or before it.
        expect([...seen]).toContain("acknowledged acknowledged")
        expect([...seen].some((one) => one.includes("unknown") || one.includes("none"))).toBe(true)
      }),
    300_000
  )
})

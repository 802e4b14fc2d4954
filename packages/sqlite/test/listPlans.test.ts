import { describe, expect, it, vi } from "@effect/vitest"
import type { HoldState } from "@tollgate/core"
import { type BoostList, BoostStore, emptyScope, KeyStore, unlimited } from "@tollgate/core/storage"
import { aHome, aKeyRecord } from "@tollgate/testing"
import { DateTime, Effect } from "effect"
import { listHolds } from "../../sql/src/spending/queries/listHolds.js"
import { openHoldsQuery } from "../../sql/src/spending/queries/readOpenHolds.js"
import { firstLeases } from "../../sql/src/spending/rows/holdsOfScope.js"
import { sqliteDialect } from "../../sql/src/spending/sqlite/sqliteDialect.js"
import { own, refsOf } from "../../sql/test/support/holds.js"
import { connect, emptyFile, inFile } from "./support/files.js"
import { Database } from "./support/otherProgram.mjs"

const none = { key_hash: null, workspace_id: null, flag: null, instance: null }

describe("The count of open holds", () => {
  it.scopedLive("reads one scope of each organization by its name, and the first holds by their leases", () =>
    Effect.gen(function* () {
      const database = yield* connect(yield* emptyFile)
      const steps = database.all<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${openHoldsQuery(sqliteDialect)}`)
      const reads = steps.flatMap(({ detail }) =>
        /^(SCAN|SEARCH) (organizations|spending_\w+)/.test(detail) ? [detail] : []
      )
      expect(reads).toEqual([
        expect.stringMatching(/^SCAN organizations USING COVERING INDEX /),
        expect.stringMatching(
          /^SEARCH spending_scopes USING INDEX .* \(organization_id=\? AND subject=\? AND kind=\? AND guardrail_id=\?\)$/
        ),
        "SEARCH spending_holds USING INDEX spending_holds_leases (lease_ends_at>?)"
      ])
    })
  )
})

const variablesOf = (text: string) => (text.match(/\?/g) ?? []).map(() => null)

describe("A list of an organization's holds with a flag", () => {
  it.scopedLive("reads those with flags alone", () =>
    Effect.gen(function* () {
      const database = yield* connect(yield* emptyFile)
      const flagged = "INDEX spending_holds_settlement_refused (organization=?)"
      for (const state of [null, "settled"] as const) {
        const list = { ...none, organization_id: own, state, flag: "settlement_refused" } as const
        const { count, page } = listHolds(list, { limit: 50, offset: 0 }, sqliteDialect, 0)
        for (const { text } of [count, page(0)]) {
          const steps = database.all<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...variablesOf(text))
          const read = steps.flatMap(({ detail }) => /spending_holds USING (?:COVERING )?(.+)/.exec(detail)?.[1] ?? [])
          expect({ text, read }).toEqual({ text, read: [flagged] })
        }
      }
    })
  )
})

describe("The first leases of a scope", () => {
  it.scopedLive("are few, and read in the order of an index: that of its key's leases, or that of all", () =>
    Effect.gen(function* () {
      const database = yield* connect(yield* emptyFile)
      const [key, organization] = refsOf(own)
      const plans = [key, organization].map((ref) => {
        const { params, text } = firstLeases(emptyScope(1, ref, unlimited, 0), 0, sqliteDialect)
        expect(text).toMatch(/ LIMIT 32$/)
        return database.all<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...params.map(() => null))
      })
      expect(plans.map((steps) => steps.flatMap(({ detail }) => (/names/.test(detail) ? [] : [detail])))).toEqual([
        [
          "SEARCH spending_holds USING INDEX spending_holds_leases_of_key (api_key=? AND lease_ends_at>?)",
          "SCALAR SUBQUERY 1"
        ],
        ["SEARCH spending_holds USING INDEX spending_holds_leases (lease_ends_at>?)"]
      ])
    })
  )
})

describe("A look-up of keys by the beginning of a hash, or by a name", () => {
  it.scopedLive("reads these keys by an index, and no list", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const prepare = vi.spyOn(Database.prototype, "prepare")
      yield* Effect.addFinalizer(() => Effect.sync(() => prepare.mockRestore()))
      yield* Effect.gen(function* () {
        const keys = yield* KeyStore
        const key = yield* aKeyRecord(yield* aHome())
        const { hash, name, organization_id } = key
        yield* keys.insert(key)
        for (const search of [{ hash_prefix: hash.slice(0, 8) }, { name }]) {
          yield* keys.list(organization_id, { limit: 3, offset: 0 }, { disabled: false }, search)
        }
      }).pipe(Effect.provide(inFile(file)))
      const texts = prepare.mock.calls.map(([text]) => text).filter((text) => text.includes("MATERIALIZED"))
      const database = yield* connect(file)
      const read = texts.map((text) =>
        database
          .all<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...variablesOf(text))
          .flatMap(({ detail }) => (/api_keys|SCAN|SEARCH/.test(detail) ? [detail] : []))
      )
      const ofHash = ["SEARCH api_keys USING INDEX sqlite_autoindex_api_keys_1 (hash>? AND hash<?)", "SCAN found"]
      const ofName = ["SEARCH api_keys USING INDEX api_keys_by_name (organization_id=? AND name=?)", "SCAN found"]
      expect(read).toEqual([ofHash, ofHash, ofName, ofName])
    })
  )
})

describe("A list of an organization's holds in a state", () => {
  it.scopedLive("reads those that are open, those that ended in it, and no settled ones to count them", () =>
    Effect.gen(function* () {
      const database = yield* connect(yield* emptyFile)
      const indexesOf = (state: HoldState) => {
        const { count, page } = listHolds(
          { ...none, organization_id: own, state },
          { limit: 50, offset: 0 },
          sqliteDialect,
          0
        )
        return [count, page(0)].map(({ text }) => {
          const steps = database.all<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...variablesOf(text))
          return steps.flatMap(({ detail }) => /spending_holds USING (?:COVERING )?INDEX (.+)/.exec(detail)?.[1] ?? [])
        })
      }
      const ended = "spending_holds_ended (organization=? AND state=?)"
      const leases = "spending_holds_leases (lease_ends_at<?)"
      expect(indexesOf("released")).toEqual([[ended], [ended]])
      for (const state of ["expired", "unknown"] as const) {
        const indexes = [ended, leases]
        expect(indexesOf(state)).toEqual([indexes, indexes])
      }
      const running = "spending_holds_leases (lease_ends_at>?)"
      expect(indexesOf("open")).toEqual([[running], [running]])
      const newest = "spending_holds_newest_first (organization=?)"
      expect(indexesOf("settled")).toEqual([[newest, running, ended, ended, ended], [newest]])
    })
  )
})

describe("A list of an organization's boosts", () => {
  it.scopedLive("counts 10,000 and no more, and reads those of its filter by their index", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const prepare = vi.spyOn(Database.prototype, "prepare")
      yield* Effect.addFinalizer(() => Effect.sync(() => prepare.mockRestore()))
      const database = yield* connect(file)
      yield* Effect.gen(function* () {
        const boosts = yield* BoostStore
        const { organization_id } = yield* aHome()
        const subject = "f".repeat(64)
        const now = DateTime.unsafeMake(1_000_000)
        // All but one have ended, and are of other keys.
        database.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10002)
INSERT INTO spending_boosts (id, organization_id, scope, subject, period, amount, until, reason, created_at)
SELECT printf('00000000-0000-4000-8000-%012d', i), '${organization_id}', 'key',
  iif(i = 1, '${subject}', printf('%064d', i)), 'daily', 1, iif(i = 1, 2000000, i), 'A test', i FROM n`)
        const count = (filter: Partial<BoostList>) =>
          Effect.map(
            boosts.list(
              { organization_id, scope: null, id: null, state: null, ...filter },
              { limit: 1, offset: 0 },
              now
            ),
            ({ total_count }) => total_count
          )
        expect([yield* count({}), yield* count({ state: "ended" }), yield* count({ scope: "key" })]).toEqual([
          10_001, 10_001, 10_001
        ])
        expect([yield* count({ state: "in_force" }), yield* count({ id: subject })]).toEqual([1, 1])
        expect(yield* count({ state: "in_force", scope: "workspace", id: subject })).toBe(0)
      }).pipe(Effect.provide(inFile(file)))
      const texts = new Set(
        prepare.mock.calls.map(([text]) => text).filter((text) => text.includes("FROM spending_boosts"))
      )
      const read = [...texts].map((text) =>
        database
          .all<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...variablesOf(text))
          .flatMap(({ detail }) =>
            / spending_boosts/.test(detail) ? [detail.replace(/^.*INDEX spending_boosts_/, "")] : []
          )
      )
      const ofOrganization = [["newest_first (organization_id=?)"], ["of_subject_newest_first (organization_id=?)"]]
      const ofScope = ["of_scope_newest_first (organization_id=? AND scope=?)"]
      const inForce = "in_force (organization_id=? AND until>?)"
      const ofId = [
        "of_subject_newest_first (organization_id=? AND subject=?)",
        "of_guardrail_newest_first (organization_id=? AND guardrail_id=?)"
      ]
      expect(read).toEqual([
        ...[...ofOrganization, ...ofOrganization],
        ...[ofScope, ofScope],
        ...[[inForce], [inForce]],
        ...[ofId, ofId],
        ...[
          [inForce, inForce],
          [inForce, inForce]
        ]
      ])
    })
  )
})

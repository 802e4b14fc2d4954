import { describe, expect, it } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import { Day, type ScopeRef, unlimited } from "@tollgate/core/storage"
import { KnownIds } from "../src/spending/rows/Names.js"
import { EpochRowCache } from "../src/spending/sqlite/EpochRowCache.js"
import type { RowOverlay } from "../src/spending/unit/RowOverlay.js"

const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const refOf = (subject: string): ScopeRef => ({ organization_id, kind: "key", guardrail_id: null, subject })

/** Rows over a database that has none and numbers new scopes from 1. */
const opened = () => {
  let scopes = 0
  const rows = new EpochRowCache(new KnownIds())
  let versions = 0
  const query = (text: string) => {
    if (text.includes("price_version")) return [{ value: String(++versions) }]
    return text.startsWith("INSERT INTO spending_scopes") ? [{ id: ++scopes }] : []
  }
  const judged = <A>(judge: (rows: RowOverlay) => A, epoch: object = rows) => rows.act(query, epoch, 0, judge)
  const act: <A>(judge: (rows: RowOverlay) => A, epoch?: object) => A = (...given) => judged(...given).answer
  const add = (ref: ScopeRef) => act((rows) => rows.addScope(ref, unlimited, Day.of(0)))
  return { act, add, judged }
}

const failed = new Error("failed")
const fails = (): never => {
  throw failed
}

describe("An act on rows that are kept in memory", () => {
  it("that throws has changed no row, and those of acts before it stay changed", () => {
    const { act, add } = opened()
    const scope = add(refOf("one"))
    act((rows) => rows.saveScope(scope, { ...scope, holds: 1 }))
    const failing = () =>
      act((rows) => {
        rows.saveScope(scope, { ...scope, holds: 2 })
        fails()
      })
    expect(failing).toThrow(failed)
    expect(act((rows) => rows.scopeOf(scope.id))).toEqual({ ...scope, holds: 1 })
  })

  it("that throws has created no scope", () => {
    const { act } = opened()
    const ref = refOf("one")
    const failing = () =>
      act((rows) => {
        expect(rows.addScope(ref, unlimited, Day.of(0))).toEqual(rows.findScope(ref))
        fails()
      })
    expect(failing).toThrow(failed)
    expect(act((rows) => [rows.findScope(ref), rows.findScope(refOf("one"))])).toEqual([undefined, undefined])
  })

  it("reads nothing of an epoch before", () => {
    const { act, add } = opened()
    const ref = refOf("one")
    add(ref)
    expect(act((rows) => rows.findScope(ref)?.id)).toBe(1)
    expect(act((rows) => rows.findScope(ref), {})).toBe(undefined)
  })

  it("reads the version of the price book once in an epoch", () => {
    const { act } = opened()
    const epoch = {}
    expect([act((rows) => rows.priceVersion()), act((rows) => rows.priceVersion())]).toEqual([1, 1])
    expect([act((rows) => rows.priceVersion(), epoch), act((rows) => rows.priceVersion(), epoch)]).toEqual([2, 2])
  })

  it("names the scopes that it has restarted, and none of another act", () => {
    const { add, judged } = opened()
    const scope = add(refOf("one"))
    expect(judged((rows) => rows.warnOfRestart(scope)).restarted).toEqual([scope])
    expect(judged(() => "next")).toEqual({ answer: "next", restarted: [], told: [] })
  })
})

import { describe, expect, it } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import { Day, emptyScope, type HoldRecord, type Scope, scopeName, unlimited } from "@tollgate/core/storage"
import { selectPriceVersion } from "../src/prices/priceVersion.js"
import { postgresDialect } from "../src/spending/postgres/postgresDialect.js"
import { holdLocks, XminRowCache } from "../src/spending/postgres/XminRowCache.js"
import type { Locks, Statement } from "../src/spending/rows/Dialect.js"
import { Names } from "../src/spending/rows/Names.js"
import type { Script } from "../src/spending/rows/Script.js"
import * as ScopeRows from "../src/spending/rows/scopeRows.js"
import { LoadedRows } from "../src/spending/unit/LoadedRows.js"
import { RowOverlay } from "../src/spending/unit/RowOverlay.js"
import { UnitOfWork } from "../src/spending/unit/UnitOfWork.js"
import { holdOf, holdRowOf } from "./support/storedHolds.js"
import { packedOf } from "./support/storedScopes.js"

const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const scopeOf = (id: number): Scope => ({
  ...emptyScope(id, { organization_id, kind: "key", guardrail_id: null, subject: `key ${id}` }, unlimited, Day.of(0)),
  holds: id
})

const zip = (names: ReadonlyArray<string>, values: ReadonlyArray<unknown>) =>
  names.map((name, index) => [name, values[index]] as const)

const rowOf = (scope: Scope, stamp = "") => ({
  ...Object.fromEntries(zip(ScopeRows.ref, ScopeRows.refValues(scope.ref))),
  packed: packedOf(scope),
  id: scope.id,
  stamp
})

/** Scopes as a server has them, with the transactions that wrote them; those that other transactions have locked; what was asked. */
class Server {
  readonly asked: Array<string> = []
  readonly locked = new Set<number>()
  readonly rows = new Map<number, readonly [stamp: string, scope: Scope]>()
  /** Called after the locks. */
  during = () => {}
  constructor(...ids: ReadonlyArray<number>) {
    for (const id of ids) this.rows.set(id, ["7", scopeOf(id)])
  }

  /** Holds, with the transactions that wrote them; those that other transactions have locked. */
  readonly holds = new Map<string, readonly [stamp: string, hold: HoldRecord]>()
  readonly lockedHolds = new Set<string>()
  readonly names = new Names()
  /** The version of the price book; null before it has one. */
  prices: string | null = null

  answer({ params, text }: Statement): ReadonlyArray<unknown> {
    const [given = [], stamps, others = []] = params.map((param) =>
      String(param).slice(1, -1).split(",").filter(Boolean)
    )
    const skips = text.includes("SKIP LOCKED")
    if (text === selectPriceVersion.text) {
      this.asked.push("price version")
      return this.prices === null ? [] : [{ value: this.prices }]
    }
    const holds = [...this.holds.values()].filter(([, { id }]) => given.includes(id))
    if (text === holdLocks([], "skip").text || text === holdLocks([], "wait").text) {
      const locked = holds.filter(([, { id }]) => !(skips && this.lockedHolds.has(id)))
      return locked.map(([stamp, { id }]) => ({ id, stamp }))
    }
    if (text === postgresDialect.holds([], "none")[0]?.text) {
      this.asked.push(`read ${given.length} holds`)
      return holds.map(([, hold]) => holdRowOf(hold, this.names))
    }
    const ofHolds = text.startsWith("SELECT string_agg")
      ? others.flatMap((id) => this.holds.get(id)?.[1].scopes ?? []).map(String)
      : []
    const named = text.startsWith("SELECT string_agg") ? [params[5] ?? []].flat() : []
    const ofNames = [...this.rows].flatMap(([id, [, { ref }]]) => (named.includes(ref.subject) ? [String(id)] : []))
    const ids = [...new Set([...given, ...ofHolds, ...ofNames])]
    const found = ids.map(Number).filter((id) => this.rows.has(id) && !(skips && this.locked.has(id)))
    const rows = found.flatMap((id) => {
      const row = this.rows.get(id)
      return row === undefined ? [] : [{ id, row: rowOf(row[1], row[0]) }]
    })
    if (text.startsWith("SELECT string_agg")) {
      const ofOthers = others.length === 0 ? "" : ` and those of ${others.length} holds`
      this.asked.push(`compare ${given}${ofOthers}${named.length === 0 ? "" : ` and ${named.length} named`}`)
      this.during()
      const isSame = ({ id, row }: { id: number; row: { stamp: string } }) =>
        stamps?.[given.indexOf(String(id))] === row.stamp
      const absent = given.filter((id) => !found.includes(Number(id)))
      const changed = rows.filter((row) => !isSame(row)).map(({ row }) => row)
      return [
        {
          absent: absent.length === 0 ? null : absent.join(","),
          changed: changed.length === 0 ? null : changed,
          stamp: "9",
          locked_at: 2.5,
          server: "server",
          is_same_server: params[3] === "server"
        }
      ]
    }
    if (text === postgresDialect.scopeIds([])[0]?.text) {
      this.asked.push("find")
      return [...this.rows.values()].map(([, scope]) => rowOf(scope))
    }
    if (text.startsWith("INSERT INTO spending_scopes")) {
      this.asked.push("create")
      this.during()
      const subjects = params[1]
      const created = Array.isArray(subjects) ? subjects.map((subject) => scopeOf(Number(subject.slice(4)))) : []
      const absent = created.filter(({ id }) => !this.rows.has(id))
      return absent.map((scope) => ({ ...rowOf(scope), id: 6 + scope.id, locked_at: 4.5 }))
    }
    this.asked.push(`${text.includes("FOR NO KEY UPDATE") ? "lock" : "read"} ${found}`)
    return rows.map(({ row }) => ({ ...row, locked_at: 3.5 }))
  }

  run<A>(script: Script<A>): A {
    let step = script.next()
    while (step.done !== true) step = script.next(step.value.statements.map((statement) => this.answer(statement)))
    return step.value
  }
}

/** What a process keeps of scopes 1 to 3, which transaction 7 wrote. */
const keeping = (server: string, ...holds: ReadonlyArray<HoldRecord>) => {
  const kept = new XminRowCache()
  kept.enter(server)
  const read = new LoadedRows()
  const ids = [1, 2, 3]
  for (const id of ids) read.scopes.set(id, scopeOf(id))
  const draft = new RowOverlay(new LoadedRows())
  for (const hold of holds) draft.addHold(hold)
  kept.committed({ read, rows: draft, stamps: new Map(), stamp: "7" })
  kept.committed({ read, rows: new RowOverlay(read), stamps: new Map(ids.map((id) => [id, "7"])), stamp: "8" })
  return kept
}

const act = (cache: XminRowCache, locks: Locks = "wait", names = new Names()) => {
  const scopes = new Map([1, 2, 3, 4].map((id) => [scopeName(scopeOf(id).ref), id]))
  return new UnitOfWork({ names, scopes }, postgresDialect, locks, { cache })
}
const reading = (...ids: ReadonlyArray<number>) => ({
  holds: [],
  refs: ids.map((id) => scopeOf(id).ref),
  creates: false
})
const readBy = ({ read }: UnitOfWork) =>
  Object.fromEntries([...read.scopes].map(([id, scope]) => [id, scope?.holds ?? null]))

describe("An act of a process that keeps rows of PostgreSQL", () => {
  it("locks scopes in ascending order and reads those that others have changed, in one step", () => {
    const server = new Server(1, 2, 3)
    server.rows.set(2, ["8", { ...scopeOf(2), holds: 20 }])
    const one = act(keeping("server"))
    server.run(one.load(reading(3, 1, 2)))
    expect(readBy(one)).toEqual({ 1: 1, 2: 20, 3: 3 })
    expect(server.asked).toEqual(["compare 1,2,3"])
    expect([one.lockedAt, one.stamp, [...one.stamps]]).toEqual([2500, "9", [[2, "8"]]])
  })

  it("reads the version of the price book in the same step, for acts that name one", () => {
    for (const [prices, version] of [["17", 17] as const, [null, 0] as const, ["none", 0] as const]) {
      const server = new Server(1, 2)
      server.prices = prices
      const one = act(keeping("server"))
      const script = one.load({ ...reading(1, 2), prices: true })
      expect(script.next().value).toMatchObject({ statements: { length: 3 } })
      server.run(act(keeping("server")).load(reading(1, 2)))
      expect(server.asked).toEqual(["compare 1,2"])
      const other = act(keeping("server"))
      server.run(other.load({ ...reading(1, 2), prices: true }))
      expect([server.asked.slice(1), other.read.prices]).toEqual([["compare 1,2", "price version"], version])
      expect(server.run(other.judge((rows) => rows.priceVersion()))).toBe(version)
    }
  })

  it("reads the version of the price book when it is asked for, if it was not", () => {
    const server = new Server(1)
    server.prices = "17"
    const one = act(keeping("server"))
    server.run(one.load(reading(1)))
    expect(server.run(one.judge((rows) => rows.priceVersion()))).toBe(17)
    expect(server.asked).toEqual(["compare 1", "price version"])
  })

  it("reads a scope that another act of the process has replaced meanwhile, as it is", () => {
    const [server, kept] = [new Server(1, 2), keeping("server")]
    server.during = () => {
      const read = new LoadedRows()
      read.scopes.set(2, { ...scopeOf(2), holds: 20 })
      kept.committed({ read, rows: new RowOverlay(read), stamps: new Map([[2, "8"]]), stamp: "8" })
    }
    const one = act(kept)
    server.run(one.load(reading(1, 2)))
    expect(readBy(one)).toEqual({ 1: 1, 2: 2 })
    expect(server.asked).toEqual(["compare 1,2", "lock 2"])
  })

  it("reads everything as it is after another server has answered, and then keeps rows of that one", () => {
    const [server, kept] = [new Server(1), keeping("before")]
    const one = act(kept)
    server.run(one.load(reading(1)))
    expect(readBy(one)).toEqual({ 1: 1 })
    expect(server.asked).toEqual(["compare 1", "lock 1"])
    expect([kept.server, one.lockedAt]).toEqual(["server", 3500])
  })

  it("finds scopes that it does not know before it locks any, in ascending order", () => {
    const server = new Server(1, 5)
    const one = act(keeping("server"))
    server.run(one.load(reading(5, 1)))
    expect(readBy(one)).toEqual({ 1: 1, 5: 5 })
    expect(server.asked).toEqual(["find", "lock 1,5"])
  })

  it("tells apart scopes that others have locked and scopes that are gone, if it waits for none", () => {
    const server = new Server(1, 2)
    server.locked.add(2)
    const one = act(keeping("server"), "skip")
    server.run(one.load(reading(1, 2, 3)))
    expect([...one.blocked]).toEqual([2])
    expect([one.blockOf(reading(1)), one.blockOf(reading(3)), one.blockOf(reading(1, 2))]).toEqual([null, null, 2])
    expect(one.read.ids.get(scopeName(scopeOf(3).ref))).toBeNull()
    expect(one.idOf(scopeOf(3).ref)).toBeUndefined()
  })

  it("is in the way of an act that needs a hold which others have locked, by the first of its scopes", () => {
    const [server, hold] = [new Server(1, 2), holdOf(7, { scopes: [2, 1] })]
    server.holds.set(hold.id, ["7", hold])
    server.lockedHolds.add(hold.id)
    const one = act(keeping("server"), "skip", server.names)
    const of = { ...reading(1), holds: [hold.id] }
    server.run(one.load(of))
    expect([one.blockOf(of), one.blockOf(reading(1)), [...one.lockedHolds]]).toEqual([2, null, [[hold.id, [2, 1]]]])
  })

  it("finds what others have locked of the scopes of a hold, though no scope is named", () => {
    const [server, hold] = [new Server(1, 2), holdOf(7, { scopes: [1, 2] })]
    server.holds.set(hold.id, ["7", hold])
    server.locked.add(2)
    const one = act(keeping("server", hold), "skip", server.names)
    const of = { ...reading(), holds: [hold.id] }
    server.run(one.load(of))
    expect([[...one.blocked], one.blockOf(of)]).toEqual([[2], 2])
    expect(server.asked).toEqual(["compare 1,2", "read 2"])
  })

  it("creates a scope anew that was deleted since", () => {
    const server = new Server(1)
    const one = act(keeping("server"))
    const waitedFor: Array<ReadonlyArray<string>> = []
    server.during = () => waitedFor.push([...one.inserting.scopes])
    server.run(one.load({ ...reading(1, 3), creates: true }))
    expect([...waitedFor, [...one.inserting.scopes]]).toEqual([[], [scopeName(scopeOf(3).ref)], []])
    expect([...one.read.reserved]).toEqual([[scopeName(scopeOf(3).ref), 9]])
    expect([readBy(one), one.lockedAt]).toEqual([{ 1: 1, 3: null }, 4500])
    expect(server.asked).toEqual(["compare 1,3", "find", "create"])
  })

  it("creates scopes that are not there in the step that locks the others", () => {
    const server = new Server(1)
    const one = act(keeping("server"))
    server.run(one.load({ ...reading(7, 1, 8, 7), creates: true }))
    expect(server.asked).toEqual(["create", "compare 1 and 2 named"])
    expect([...one.read.reserved.values()]).toEqual([13, 14])
    expect([7, 8].map((id) => one.read.ids.get(scopeName(scopeOf(id).ref)))).toEqual([null, null])
  })

  it("finds a scope that another transaction has created at the same moment", () => {
    const server = new Server(1)
    server.during = () => server.rows.set(7, ["8", scopeOf(7)])
    const one = act(keeping("server"))
    server.run(one.load({ ...reading(1, 7), creates: true }))
    expect(server.asked).toEqual(["create", "compare 1 and 1 named"])
    expect([readBy(one), one.read.reserved.size]).toEqual([{ 1: 1, 7: 7 }, 0])
  })

  it("forgets a scope that is gone when it would lock it", () => {
    const server = new Server(1, 5)
    const one = act(keeping("server"))
    const script = one.load(reading(1, 5))
    server.run(
      (function* () {
        let step = script.next()
        while (step.done !== true) {
          const rows: ReadonlyArray<ReadonlyArray<unknown>> = yield step.value
          // After it was found.
          server.rows.delete(5)
          step = script.next(rows)
        }
      })()
    )
    expect([readBy(one), one.idOf(scopeOf(5).ref)]).toEqual([{ 1: 1, 5: null }, undefined])
    expect(one.read.ids.get(scopeName(scopeOf(5).ref))).toBeNull()
  })

  it("reads holds that others have changed, and those that it does not know with their scopes", () => {
    const [same, changed, other] = [
      holdOf(7, { scopes: [1, 2] }),
      holdOf(8, { scopes: [2] }),
      holdOf(9, { scopes: [3] })
    ]
    const server = new Server(1, 2, 3)
    const sent = { ...changed, sent_at: 1 }
    for (const [stamp, hold] of [
      ["7", same],
      ["8", sent],
      ["8", other]
    ] as const)
      server.holds.set(hold.id, [stamp, hold])
    const one = act(keeping("server", same, changed), "wait", server.names)
    const holds = [same, changed, other].map(({ id }) => id)
    const gone = holdOf(10).id
    server.run(one.load({ ...reading(), holds: [...holds, gone] }))
    expect(holds.map((id) => one.read.holds.get(id))).toEqual([same, sent, other])
    expect(one.read.holds.get(gone)).toBeNull()
    expect(readBy(one)).toEqual({ 1: 1, 2: 2, 3: 3 })
    expect(server.asked).toEqual(["compare 1,2 and those of 2 holds", "read 2 holds"])
  })

  it("looks for no scopes of a hold that is new, and reads them if its id is repeated", () => {
    const [fresh, repeated] = [holdOf(7, { scopes: [1] }), holdOf(8, { scopes: [3, 2] })]
    const server = new Server(1, 2, 3)
    server.holds.set(repeated.id, ["8", repeated])
    for (const [hold, asked] of [
      [fresh, ["compare 1"]],
      [repeated, ["compare 1", "read 1 holds", "lock 2,3"]]
    ] as const) {
      server.asked.length = 0
      const one = act(keeping("server"), "wait", server.names)
      server.run(one.load({ ...reading(1), holds: [hold.id], opened: [hold.id], creates: true }))
      expect(server.asked).toEqual(asked)
    }
  })

  it("changes those of some holds whose scopes no other transaction has locked", () => {
    const server = new Server(1, 2, 3)
    server.locked.add(2)
    const one = act(keeping("server"), "skip")
    const [both, free] = [holdOf(7, { scopes: [3, 2, 1] }), holdOf(8, { scopes: [3] })]
    expect(server.run(one.loadFor([both, free]))).toEqual([free])
    expect(one.read.holds.get(both.id)).toBe(both)
    expect(server.asked).toEqual(["lock 1,3", "read 2"])
  })

  it("reads with what it has read before as it is", () => {
    const server = new Server(1, 4)
    const one = act(keeping("server"))
    server.run(one.load(reading(1)))
    server.run(one.load(reading(4)))
    expect(readBy(one)).toEqual({ 1: 1, 4: 4 })
    expect(server.asked).toEqual(["compare 1", "lock 4"])
  })

  it("reads what its judgement turns out to need, and judges again", () => {
    const server = new Server(1, 2)
    const one = act(keeping("server"))
    let judged = 0
    const answer = server.run(
      one.judge((draft) => {
        judged++
        return [draft.findScope(scopeOf(1).ref)?.holds, draft.scopeOf(2)?.holds]
      })
    )
    expect([answer, judged, server.asked]).toEqual([[1, 2], 3, ["compare 1", "lock 2"]])
  })

  it("fails as its judgement does", () => {
    const failed = new Error("failed")
    const judging = act(keeping("server")).judge(() => {
      throw failed
    })
    expect(() => new Server(1).run(judging)).toThrow(failed)
  })
})

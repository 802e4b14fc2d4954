import { describe, expect, it } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import { Day, emptyScope, type Scope, scopeName, unlimited } from "@tollgate/core/storage"
import { Act } from "../src/spending/Act.js"
import { Draft, Read } from "../src/spending/Draft.js"
import { KeptRows } from "../src/spending/KeptRows.js"
import { Names } from "../src/spending/Names.js"
import type { Script } from "../src/spending/Script.js"
import type { Locks, Statement } from "../src/spending/Statements.js"
import * as ScopeRows from "../src/spending/scopeRows.js"
import { lockPostgres, statementsPostgres } from "../src/spending/statementsPostgres.js"
import { holdOf, holdRowOf } from "./support/storedHolds.js"

const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const scopeOf = (id: number): Scope => ({
  ...emptyScope(id, { organization_id, kind: "key", guardrail_id: null, subject: `key ${id}` }, unlimited, Day.of(0)),
  holds: id
})

const zip = (names: ReadonlyArray<string>, values: ReadonlyArray<unknown>) =>
  names.map((name, index) => [name, values[index]] as const)

const rowOf = (scope: Scope, stamp = "") => ({
  ...Object.fromEntries([
    ...zip(ScopeRows.ref, ScopeRows.refValues(scope.ref)),
    ...zip(ScopeRows.charged, ScopeRows.chargedValues(scope)),
    ...zip(ScopeRows.terms, ScopeRows.termValues(scope, true))
  ]),
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

  /** Holds that other transactions have locked, as they are stored. */
  lockedHolds: ReadonlyArray<object> = []

  answer({ params, text }: Statement): ReadonlyArray<unknown> {
    const [ids, stamps] = params.map((param) => String(param).slice(1, -1).split(","))
    const skips = text.includes("SKIP LOCKED")
    const found = (ids ?? []).map(Number).filter((id) => this.rows.has(id) && !(skips && this.locked.has(id)))
    const rows = found.flatMap((id) => {
      const row = this.rows.get(id)
      return row === undefined ? [] : [{ id, row: rowOf(row[1], row[0]) }]
    })
    if (text === lockPostgres.holds([], "skip").text || text === lockPostgres.holds([], "wait").text) return []
    if (text === statementsPostgres.holds([], "none")[0]?.text) return this.lockedHolds
    if (text.startsWith("SELECT string_agg")) {
      this.asked.push(`compare ${ids}`)
      this.during()
      const isSame = ({ id, row }: { id: number; row: { stamp: string } }) =>
        stamps?.[ids?.indexOf(String(id)) ?? -1] === row.stamp
      const same = rows.filter(isSame).map(({ id }) => id)
      const changed = rows.filter((row) => !isSame(row)).map(({ row }) => row)
      return [
        {
          same: same.length === 0 ? null : same.join(","),
          changed: changed.length === 0 ? null : changed,
          stamp: "9",
          locked_at: 2.5,
          server: "server",
          is_same_server: params[3] === "server"
        }
      ]
    }
    if (text === statementsPostgres.scopeIds([])[0]?.text) {
      this.asked.push("find")
      return [...this.rows.values()].map(([, scope]) => rowOf(scope))
    }
    if (text.startsWith("INSERT INTO spending_scopes")) {
      this.asked.push("create")
      this.during()
      return [{ ...rowOf(scopeOf(3)), id: 9, locked_at: 4.5 }]
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
const keeping = (server: string) => {
  const kept = new KeptRows()
  kept.enter(server)
  const read = new Read()
  const ids = [1, 2, 3]
  for (const id of ids) read.scopes.set(id, scopeOf(id))
  kept.keep(read, new Draft(read), new Map(ids.map((id) => [id, "7"])), "8")
  return kept
}

const act = (kept: KeptRows, locks: Locks = "wait", names = new Names()) => {
  const scopes = new Map([1, 2, 3, 4].map((id) => [scopeName(scopeOf(id).ref), id]))
  return new Act({ names, scopes }, statementsPostgres, locks, { kept })
}
const reading = (...ids: ReadonlyArray<number>) => ({
  holds: [],
  refs: ids.map((id) => scopeOf(id).ref),
  creates: false
})
const readBy = ({ read }: Act) => Object.fromEntries([...read.scopes].map(([id, scope]) => [id, scope?.holds ?? null]))

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

  it("reads a scope that another act of the process has replaced meanwhile, as it is", () => {
    const [server, kept] = [new Server(1, 2), keeping("server")]
    server.during = () => {
      const read = new Read()
      read.scopes.set(2, { ...scopeOf(2), holds: 20 })
      kept.keep(read, new Draft(read), new Map([[2, "8"]]), "8")
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

  it("finds scopes that it does not know before it locks any", () => {
    const server = new Server(1, 5)
    const one = act(keeping("server"))
    server.run(one.load(reading(1, 5)))
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
    const [server, names, hold] = [new Server(1, 2), new Names(), holdOf(7, { scopes: [2, 1] })]
    server.lockedHolds = [holdRowOf(hold, names)]
    const one = act(keeping("server"), "skip", names)
    const of = { ...reading(1), holds: [hold.id] }
    server.run(one.load(of))
    expect([one.blockOf(of), one.blockOf(reading(1)), [...one.lockedHolds]]).toEqual([2, null, [[hold.id, [2, 1]]]])
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
    const { answer } = server.run(
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

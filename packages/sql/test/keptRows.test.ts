import { describe, expect, it } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import { Day, emptyScope, unlimited } from "@tollgate/core/storage"
import { KeptRows } from "../src/spending/postgres/KeptRows.js"
import { Recent } from "../src/spending/rows/Recent.js"
import { Draft, Read } from "../src/spending/unit/Draft.js"
import { holdOf } from "./support/storedHolds.js"

const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const ref = { organization_id, kind: "organization", guardrail_id: null, subject: organization_id } as const
const scope = emptyScope(1, ref, unlimited, Day.of(0))

const HOUR = 3_600_000

/** Rows of a server, among them a scope that transaction 7 has written and transaction 8 has read. */
const rows = () => {
  const kept = new KeptRows()
  kept.enter("server", HOUR)
  const read = new Read()
  read.scopes.set(1, scope)
  kept.keep(read, new Draft(read), new Map([[1, "7"]]), "8")
  return kept
}

describe("Rows that a process keeps of PostgreSQL", () => {
  it("are those of one version", () => {
    expect(["7", "8"].map((stamp) => rows().scope(1, stamp))).toEqual([scope, undefined])
  })

  it("have the transaction that wrote them as their version", () => {
    const kept = rows()
    const read = new Read()
    read.scopes.set(1, scope)
    const draft = new Draft(read)
    const after = { ...scope, holds: 1 }
    draft.saveScope(scope, after)
    kept.keep(read, draft, new Map([[1, "7"]]), "9")
    expect(["7", "9"].map((stamp) => kept.scope(1, stamp))).toEqual([undefined, after])
  })

  it("are forgotten after an hour, because the numbers of versions repeat", () => {
    const kept = rows()
    kept.enter("server", 2 * HOUR)
    expect(kept.scope(1, "7")).toEqual(scope)
    kept.enter("server", 2 * HOUR + 1)
    expect(kept.scope(1, "7")).toBeUndefined()
  })

  it("are forgotten when another server answers, whose versions have the same numbers", () => {
    const kept = rows()
    kept.enter("server after a failover")
    expect(kept.scope(1, "7")).toBeUndefined()
  })

  it("are open holds, too, until they have ended", () => {
    const [kept, read] = [new KeptRows(), new Read()]
    const [one, two, gone] = [holdOf(7), holdOf(8), holdOf(9)]
    const first = new Draft(read)
    for (const hold of [one, two, gone]) first.addHold(hold)
    kept.keep(read, first, new Map(), "7")
    const [sent, settled] = [{ ...one, sent_at: 1 }, { ...two, state: "settled" } as const]
    const second = new Draft(read)
    second.saveHold(one, sent)
    second.saveHold(two, settled)
    kept.keep(read, second, new Map(), "8")
    expect([one, two, gone].map(({ id }) => kept.hold(id))).toEqual([sent, undefined, gone])
    expect(["7", "8"].map((stamp) => kept.holdWith(one.id, stamp))).toEqual([undefined, sent])
    expect(kept.holdWith(two.id, "8")).toBeUndefined()
    kept.enter("server")
    expect([one, two, gone].map(({ id }) => kept.hold(id))).toEqual([undefined, undefined, undefined])
  })

  it("are at most 10,000, and at least the 9,000 that were added last", () => {
    const recent = new Recent<number, number>()
    for (let key = 0; key < 10_000; key++) recent.set(key, key)
    expect([recent.get(0), recent.get(9_999)]).toEqual([0, 9_999])
    recent.set(10_000, 10_000)
    expect([999, 1_000, 10_000].map((key) => recent.get(key))).toEqual([undefined, 1_000, 10_000])
    recent.set(1, 1)
    expect([recent.get(1), recent.get(1_000)]).toEqual([1, 1_000])
  })
})

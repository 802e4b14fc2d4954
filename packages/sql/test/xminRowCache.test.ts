import { describe, expect, it } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import { Day, emptyScope, unlimited } from "@tollgate/core/storage"
import { XminRowCache } from "../src/spending/postgres/XminRowCache.js"
import { LoadedRows } from "../src/spending/unit/LoadedRows.js"
import { RowOverlay } from "../src/spending/unit/RowOverlay.js"
import { holdOf } from "./support/storedHolds.js"

const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const ref = { organization_id, kind: "organization", guardrail_id: null, subject: organization_id } as const
const scope = emptyScope(1, ref, unlimited, Day.of(0))

const HOUR = 3_600_000

/** Rows of a server, among them a scope that transaction 7 has written and transaction 8 has read. */
const rows = () => {
  const kept = new XminRowCache()
  kept.enter("server", HOUR)
  const read = new LoadedRows()
  read.scopes.set(1, scope)
  kept.committed({ read, rows: new RowOverlay(read), stamps: new Map([[1, "7"]]), stamp: "8" })
  return kept
}

describe("Rows that a process keeps of PostgreSQL", () => {
  it("are those of one version", () => {
    expect(["7", "8"].map((stamp) => rows().scope(1, stamp))).toEqual([scope, undefined])
  })

  it("have the transaction that wrote them as their version", () => {
    const kept = rows()
    const read = new LoadedRows()
    read.scopes.set(1, scope)
    const draft = new RowOverlay(read)
    const after = { ...scope, holds: 1 }
    draft.saveScope(scope, after)
    kept.committed({ read, rows: draft, stamps: new Map([[1, "7"]]), stamp: "9" })
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
    const [kept, read] = [new XminRowCache(), new LoadedRows()]
    const [one, two, gone] = [holdOf(7), holdOf(8), holdOf(9)]
    const first = new RowOverlay(read)
    for (const hold of [one, two, gone]) first.addHold(hold)
    kept.committed({ read, rows: first, stamps: new Map(), stamp: "7" })
    const [sent, settled] = [{ ...one, sent_at: 1 }, { ...two, state: "settled" } as const]
    const second = new RowOverlay(read)
    second.saveHold(one, sent)
    second.saveHold(two, settled)
    kept.committed({ read, rows: second, stamps: new Map(), stamp: "8" })
    expect([one, two, gone].map(({ id }) => kept.hold(id))).toEqual([sent, undefined, gone])
    expect(["7", "8"].map((stamp) => kept.holdWith(one.id, stamp))).toEqual([undefined, sent])
    expect(kept.holdWith(two.id, "8")).toBeUndefined()
    kept.enter("server")
    expect([one, two, gone].map(({ id }) => kept.hold(id))).toEqual([undefined, undefined, undefined])
  })
})

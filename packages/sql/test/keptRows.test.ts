import { describe, expect, it } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import { Day, emptyScope, unlimited } from "@tollgate/core/storage"
import { Draft, Read } from "../src/spending/Draft.js"
import { KeptRows } from "../src/spending/KeptRows.js"

const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
const ref = { organization_id, kind: "organization", guardrail_id: null, subject: organization_id } as const
const scope = emptyScope(1, ref, unlimited, Day.of(0))

/** Rows of a server, among them a scope that transaction 7 has written and transaction 8 has read. */
const rows = () => {
  const kept = new KeptRows()
  kept.enter("server", 0)
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
    kept.enter("server", 3_600_000)
    expect(kept.scope(1, "7")).toEqual(scope)
    kept.enter("server", 3_600_001)
    expect(kept.scope(1, "7")).toBeUndefined()
  })

  it("are forgotten when another server answers, whose versions have the same numbers", () => {
    const kept = rows()
    kept.enter("server after a failover")
    expect(kept.scope(1, "7")).toBeUndefined()
  })
})

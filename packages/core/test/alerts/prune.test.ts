import { describe, expect } from "@effect/vitest"
import { createOrganization, LedgerRetention, prune } from "@tollgate/core"
import { AlertStore } from "@tollgate/core/storage"
import { anOrganization, travelTo } from "@tollgate/testing"
import { Effect } from "effect"
import { usd } from "../spending/support/samples.js"
import { inMemoryOnce } from "../support/account.js"

const DAY = 86_400_000
const noon = "2026-05-31T12:00:00Z"

describe("prune", () => {
  inMemoryOnce("deletes alerts that are older than the retention of the ledger, however many there are", () =>
    Effect.gen(function* () {
      yield* travelTo(noon)
      const store = yield* AlertStore
      const { organization } = yield* createOrganization(anOrganization())
      const ref = {
        organization_id: organization.id,
        kind: "organization",
        guardrail_id: null,
        subject: organization.id
      } as const
      const amounts = { limit: usd(1), spent: usd(1), held: usd(0), unknown: usd(0) }
      const about = {
        kind: "crossing",
        ref,
        window: "lifetime",
        threshold: 100,
        resets_at: null,
        request: null
      } as const
      const limit = Date.parse(noon) - 32 * DAY
      for (let n = 0; n < 600; n++) {
        yield* store.add({ ...about, ...amounts, id: n.toString(16).padStart(32, "0"), at: limit + n - 598 })
      }
      expect(yield* Effect.provideService(prune, LedgerRetention, 32 * DAY)).toEqual({
        ledger: 0,
        answers: 0,
        audit: 0
      })
      const left = yield* store.after({ at: 0, id: "" }, 1_000)
      expect(left.map(({ at }) => at - limit)).toEqual([0, 1])
    })
  )
})

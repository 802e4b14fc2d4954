import { describe, expect, it } from "@effect/vitest"
import { diffCards } from "@tollgate/core"
import { aRateCard } from "@tollgate/testing"

describe("diffCards", () => {
  it("tells cards that are new, have other rates and are gone, of the same provider, model and beginning", () => {
    const [same, gone] = [aRateCard(), aRateCard({ provider: "zeta" })]
    const dated = { model: "reader", effective_from: "2026-06-01T00:00:00Z" }
    const [before, after] = [aRateCard(dated), aRateCard({ ...dated, rates: { input: 3, output: 4 } })]
    const added = aRateCard({ ...dated, effective_from: "2026-07-01T00:00:00Z" })
    expect(diffCards([same, before, gone], [aRateCard(), added, after])).toEqual({
      added: [added],
      changed: [{ before, after }],
      removed: [gone]
    })
  })
})

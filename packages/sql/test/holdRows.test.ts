import { describe, expect, it } from "@effect/vitest"
import { ByokId, HoldFlag, Usd } from "@tollgate/core"
import type { HoldRecord } from "@tollgate/core/storage"
import { stateNumber, toEntry, toHold } from "../src/spending/rows/holdRows.js"
import { Names } from "../src/spending/rows/Names.js"
import { holdOf, holdRowOf } from "./support/storedHolds.js"

const usd = Usd.fromNumber
const flags = HoldFlag.literals
const credential = ByokId.make("44444444-4444-4444-8444-444444444444")
const states = ["open", "expired", "released", "unknown", "settled"] as const

const open = holdOf(600_000, {
  amount: usd(2),
  asked: usd(1),
  parts: [{ day: 7, amount: usd(2) }],
  scopes: [3, 1, 2],
  variant: 5,
  plan: [null],
  labels: { team: "docs" },
  instance: "gateway-1",
  provider: "openai",
  providers: ["openai", "azure"],
  opened_at: 9
})

const holds: ReadonlyArray<HoldRecord> = [
  open,
  { ...open, scopes: [], labels: {}, instance: null, provider: null, providers: null },
  {
    ...open,
    parts: [
      { day: 7, amount: usd(0.5) },
      { day: 8, amount: usd(1.5) }
    ]
  },
  ...[undefined, null, credential].map((credential_id): HoldRecord => ({ ...open, credential_id, sent_at: 10 })),
  ...flags.map((flag): HoldRecord => ({ ...open, flags: [flag] })),
  {
    ...open,
    state: "settled",
    cost: usd(0.25),
    is_byok: true,
    flags: [...flags],
    model: "acme/reader",
    basis: "provider",
    input_tokens: 11,
    output_tokens: 12,
    sent_at: 13,
    ended_at: 14,
    corrections: 3
  },
  ...states.map((state): HoldRecord => ({ ...open, state, ended_at: 15 }))
]

describe("A hold in a row", () => {
  it("is read as it was written", () => {
    for (const hold of holds) {
      const names = new Names()
      expect(toHold(holdRowOf(hold, names), names)).toEqual(hold)
    }
  })

  it("adds to its scopes what the hold does", () => {
    for (const hold of holds) {
      const { amount, cost, is_byok, parts, position, scopes, state } = hold
      expect(toEntry(holdRowOf(hold, new Names()))).toEqual({ amount, cost, is_byok, parts, position, scopes, state })
    }
  })

  it("has a number for its state that only rises", () => {
    expect(states.map(stateNumber)).toEqual([0, 1, 2, 3, 4])
  })
})

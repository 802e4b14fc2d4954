import { describe, expect, it } from "@effect/vitest"
import { ByokId, Usd } from "@tollgate/core"
import { type HoldRecord, holdIdAt } from "@tollgate/core/storage"
import { postgresDialect } from "../src/spending/postgres/postgresDialect.js"
import type { Dialect, NumberedHold } from "../src/spending/rows/Dialect.js"
import { all, namedBy, toHold, toId } from "../src/spending/rows/holdRows.js"
import { Names } from "../src/spending/rows/Names.js"
import { sqliteDialect } from "../src/spending/sqlite/sqliteDialect.js"
import { holdOf } from "./support/storedHolds.js"
import { changeRows, insertedBy, type Row } from "./support/writtenRows.js"

const usd = Usd.fromNumber

const idAt = (index: number) => holdIdAt(index, new Uint8Array(10))

const usual = holdOf(600_000, {
  asked: usd(2),
  amount: usd(2),
  parts: [{ day: 7, amount: usd(2) }],
  scopes: [3, 1, 2],
  variant: 5,
  is_byok: true,
  opened_at: 9
})

const parts = [
  { day: 7, amount: usd(0.5) },
  { day: 8, amount: usd(1.5) }
]

/** What a hold may have that most have not. */
const rarities: ReadonlyArray<Partial<HoldRecord>> = [
  {},
  { is_byok: false },
  { variant: null },
  { scopes: [] },
  { amount: usd(3), parts: [{ day: 7, amount: usd(3) }] },
  { parts },
  { cost: usd(0.25) },
  { instance: "gateway-1" },
  { labels: { team: "docs" } },
  { flags: ["overdrawn"] },
  { input_tokens: 1 },
  { output_tokens: 1 },
  { model: "acme/reader" },
  { credential_id: ByokId.make("44444444-4444-4444-8444-444444444444") },
  { basis: "provider" },
  { sent_at: 13 },
  { ended_at: 14 },
  { lease_ends_at: 600_001 },
  { position: 15 },
  { position: 16, was_unknown: { position: 15, at: 14, provider: null } },
  ...(["expired", "released", "unknown", "settled"] as const).map((state) => ({ state }))
]

const settled: HoldRecord = {
  ...usual,
  state: "settled",
  cost: usd(0.25),
  is_byok: false,
  flags: ["late"],
  model: "acme/reader",
  basis: "table",
  input_tokens: 11,
  output_tokens: 12,
  ended_at: 14
}

const before = { ...usual, is_byok: false }
const longer = { amount: usd(3), parts: [{ day: 7, amount: usd(3) }] }

/** What acts make of a hold. */
const outcomes: ReadonlyArray<HoldRecord> = [
  settled,
  { ...settled, is_byok: true },
  // Settled in one transaction with an act before it.
  { ...settled, ...longer },
  { ...settled, parts },
  { ...settled, sent_at: 13 },
  { ...settled, lease_ends_at: 700_000 },
  { ...before, ...longer, lease_ends_at: 700_000 },
  { ...before, sent_at: 13 },
  { ...before, state: "unknown", flags: ["late"] },
  { ...before, state: "unknown", ended_at: 14, position: 15 },
  { ...settled, position: 16, was_unknown: { position: 15, at: 14, provider: null } },
  { ...before, state: "released", ended_at: 14 }
]

/** Holds with the numbers of their names, which are added to those that are known. */
const numbering = () => {
  const names = new Names()
  let count = 0
  const numbered = (hold: HoldRecord, isNew: boolean): NumberedHold => {
    const texts = namedBy(hold, isNew)
    for (const text of texts) if (text !== null && names.idOf(text, 0) === undefined) names.add(++count, text)
    return { hold, numbers: texts.map((text) => (text === null ? null : (names.idOf(text, 0) ?? null))) }
  }
  return { names, numbered }
}

const ways: Readonly<Record<string, readonly [dialect: Dialect, skips: boolean]>> = {
  "an act on SQLite": [sqliteDialect, false],
  "a batch on PostgreSQL": [postgresDialect, false],
  "a transaction on PostgreSQL": [postgresDialect, true]
}

/** A row has null in columns that a statement leaves out, and no corrections. */
const empty = { ...Object.fromEntries(["id", ...all["unknown before"]].map((name) => [name, null])), corrections: 0 }

for (const [way, [{ insertHolds, updateHolds }, skips]] of Object.entries(ways)) {
  describe(`A hold that ${way} writes`, () => {
    it("is stored with everything that it has", () => {
      const { names, numbered } = numbering()
      const holds = rarities.map((rarity, index) => holdOf(index, { ...usual, ...rarity, id: idAt(index) }))
      const numberedHolds = holds.map((hold) => numbered(hold, true))
      const rows = insertHolds(numberedHolds, skips).flatMap(insertedBy)
      const read = rows.map((row) => toHold({ ...empty, ...row }, names))
      expect(read.sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual(holds)
    })

    it("has the columns of an unknown outcome only if it had one before it was settled", () => {
      const { numbered } = numbering()
      const settled = { ...before, state: "settled", position: 16 } as const
      const late = { ...settled, was_unknown: { position: 15, at: 14, provider: null } }
      const texts = [settled, late].map((hold) => [
        insertHolds([numbered(hold, true)], skips).map(({ text }) => text.includes("unknown_entry")),
        updateHolds([numbered(hold, false)]).map(({ text }) => text.includes("unknown_entry"))
      ])
      expect(texts).toEqual([
        [[false], [false]],
        [[true], [true]]
      ])
    })

    it("has every change of an act", () => {
      const { names, numbered } = numbering()
      const of = (hold: HoldRecord, index: number) => ({ ...hold, id: idAt(index) })
      const [stored, after] = [outcomes.map((_, index) => of(before, index)), outcomes.map(of)]
      const numberedHolds = stored.map((hold) => numbered(hold, true))
      const inserted = insertHolds(numberedHolds, skips).flatMap(insertedBy)
      const rows = new Map(inserted.map((row): [string, Row] => [toId(row["id"]), { ...empty, ...row }]))
      const changes = updateHolds(after.map((hold) => numbered(hold, false)))
      for (const statement of changes) changeRows(rows, statement, toId)
      expect(after.map(({ id }) => toHold(rows.get(id) ?? {}, names))).toEqual(after)
    })
  })
}

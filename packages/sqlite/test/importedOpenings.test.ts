import { describe, expect, it } from "@effect/vitest"
import { Usd } from "@tollgate/core"
import { SpendingStore, unlimited } from "@tollgate/core/storage"
import { exportAccounts, importAccounts } from "@tollgate/sqlite"
import { Effect, Logger, LogLevel } from "effect"
import { bytesOf, textOf } from "../../sql/test/support/exports.js"
import { admission, own, refsOf, START } from "../../sql/test/support/holds.js"
import { emptyFile, inFile, temporaryFile } from "./support/files.js"

const DAY = 86_400_000
const [key] = refsOf(own)
const daily = { ...unlimited, limits: { ...unlimited.limits, daily: Usd.fromNumber(1) } }

const settlement = {
  cost: Usd.fromNumber(1),
  is_byok: false,
  credential_id: null,
  model: null,
  provider: null,
  basis: null,
  input_tokens: 0,
  output_tokens: 0
}

const admitted = (number: number, now: number) =>
  Effect.flatMap(SpendingStore, (store) => Effect.map(store.admit(admission(own, number, { now })), ({ _tag }) => _tag))

describe("The spent day of a key, after an import without the ledger", () => {
  it.scoped("stays spent after an admission on a clock 40 days ahead", () =>
    Effect.gen(function* () {
      const [from, to] = [yield* emptyFile, yield* temporaryFile]
      yield* Effect.gen(function* () {
        const store = yield* SpendingStore
        yield* store.setTerms({ ref: key }, daily, START)
        expect(yield* admitted(1, START)).toBe("Admitted")
        yield* store.settle({ id: admission(own, 1).terms.id, organization_id: own }, settlement, START)
      }).pipe(Effect.provide(inFile(from)))
      const text = yield* textOf((options) => exportAccounts(from, { ...options, ledger: false }))
      yield* importAccounts(to, { read: bytesOf(text) })
      yield* Effect.gen(function* () {
        expect(yield* admitted(2, START)).toBe("Refused")
        expect(yield* admitted(3, START + 40 * DAY)).toBe("Admitted")
        expect(yield* admitted(4, START)).toBe("Refused")
      }).pipe(Effect.provide(inFile(to)), Logger.withMinimumLogLevel(LogLevel.Error))
    })
  )
})

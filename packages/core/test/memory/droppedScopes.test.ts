import { describe, expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { SpendingStore, Transaction } from "@tollgate/core/storage"
import { Effect } from "effect"
import { admission, other, own, START } from "../../../sql/test/support/holds.js"

describe("A scope that a transaction in memory has added, and dropped", () => {
  it.effect("is not found again as the one that gets its id", () =>
    Effect.gen(function* () {
      const { admit, scopes } = yield* SpendingStore
      const { run } = yield* Transaction
      const [dropped, kept] = [admission(own, 1), admission(own, 2, { key: "b" })]
      // Requests of a key name its scopes by the same objects.
      const refs = dropped.scopes.map(({ ref }) => ref)
      const read = Effect.map(scopes(refs, START), (found) =>
        found.map((scope) => scope && [scope.ref.subject, scope.holds])
      )
      yield* admit(admission(other, 3))
      const failure = yield* Effect.flip(run(Effect.flatMap(Effect.zipRight(admit(dropped), read), Effect.fail)))
      expect(failure).toEqual([
        ["a".repeat(64), 1],
        [own, 1]
      ])
      yield* admit(kept)
      yield* admit(dropped)
      expect(yield* read).toEqual([
        ["a".repeat(64), 1],
        [own, 2]
      ])
    }).pipe(Effect.provide(Memory.layer))
  )
})

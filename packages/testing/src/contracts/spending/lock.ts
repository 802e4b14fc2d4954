import { expect } from "@effect/vitest"
import { SpendingStore, Transaction } from "@tollgate/core/storage"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import type { Promised } from "../contract.js"
import { all, evening, key, limit, limited, otherKey } from "./samples.js"

/** Promises about scopes that a transaction has locked. */
export const lockPromises = (promise: Promised): void => {
  promise("keeps scopes that a transaction has locked from every change until it ends", () =>
    Effect.gen(function* () {
      const [store, { run }] = [yield* SpendingStore, yield* Transaction]
      yield* limit(key, limited({ lifetime: 2 }))
      const before = yield* store.scopes([key], evening)
      const [locked, started] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const order: Array<string> = []
      const transaction = yield* Effect.fork(
        run(
          // Those that do not exist are left out.
          store.lock(
            [otherKey, ...all],
            Effect.gen(function* () {
              yield* Deferred.succeed(locked, undefined)
              yield* Deferred.await(started)
              // Reads, during which a change that does not wait would have been made.
              for (let reads = 0; reads < 20; reads++) expect(yield* store.scopes([key], evening)).toEqual(before)
              yield* Effect.sync(() => order.push("transaction"))
            })
          )
        )
      )
      yield* Deferred.await(locked)
      const change = yield* Effect.fork(
        Effect.zipRight(
          Deferred.succeed(started, undefined),
          Effect.tap(run(store.setTerms({ ref: key }, null, evening)), () => order.push("change"))
        )
      )
      yield* Fiber.joinAll([transaction, change])
      expect(order).toEqual(["transaction", "change"])
      const [after] = yield* store.scopes([key], evening)
      expect(after).toMatchObject({ ref: key, version: (before[0]?.version ?? 0) + 1 })
    })
  )
}

import { expect } from "@effect/vitest"
import type { KeyStore, Transaction } from "@tollgate/core/storage"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { contract } from "./contract.js"
import { refuse, twoKeys } from "./twoKeys.js"

/** Two keys that are stored, and acts on them that say when they are done. */
const stored = Effect.gen(function* () {
  const opened = yield* twoKeys
  yield* opened.insertBoth
  const done: Array<string> = []
  const renaming = (key: typeof opened.one, name: string) =>
    Effect.tap(opened.rename(key, name), () => Effect.sync(() => done.push(name)))
  return { ...opened, done, renaming }
})

/** What every `Transaction` promises of acts that stay done. */
export const keepContract = contract<KeyStore | Transaction>("Transaction.keep", (promise) => {
  promise("does an act once where nothing is undone, inside of a transaction and outside", () =>
    Effect.gen(function* () {
      const { attempt, done, keep, names, one, renaming, run, two } = yield* stored
      yield* keep(renaming(one, "Alone"))
      const seen = yield* run(Effect.zipRight(keep(renaming(one, "Within")), names))
      yield* run(attempt(keep(renaming(two, "In a part"))))
      expect(seen).toEqual(["Within", "Two"])
      expect(done).toEqual(["Alone", "Within", "In a part"])
      expect(yield* names).toEqual(["Within", "In a part"])
    })
  )

  promise("does an act again after the transaction was undone, and nothing else of that", () =>
    Effect.gen(function* () {
      const { done, keep, names, one, rename, renaming, run, two } = yield* stored
      const body = Effect.zipRight(rename(two, "Changed"), keep(renaming(one, "Kept")))
      expect(yield* Effect.flip(run(Effect.zipRight(body, refuse)))).toBe("refused")
      expect(yield* names).toEqual(["Kept", "Two"])
      expect(done).toEqual(["Kept", "Kept"])
    })
  )

  promise("does it again after a whole that was undone around a part that succeeded", () =>
    Effect.gen(function* () {
      const { attempt, keep, names, one, renaming, run, two } = yield* stored
      const inner = run(keep(renaming(one, "Deep")))
      const body = Effect.zipRight(attempt(inner), keep(renaming(two, "Shallow")))
      yield* Effect.flip(run(Effect.zipRight(body, refuse)))
      expect(yield* names).toEqual(["Deep", "Shallow"])
    })
  )

  promise("does it again after a transaction that kept everything but the part that it was in", () =>
    Effect.gen(function* () {
      const { attempt, done, keep, names, one, rename, renaming, run, two } = yield* stored
      const part = Effect.zipRight(Effect.zipRight(rename(two, "Undone"), keep(renaming(one, "Kept"))), refuse)
      yield* run(Effect.zipRight(Effect.flip(attempt(part)), keep(renaming(two, "Whole"))))
      expect(yield* names).toEqual(["Kept", "Whole"])
      expect(done).toEqual(["Kept", "Whole", "Kept"])
    })
  )

  promise("does all of them again, in the order that they were done in", () =>
    Effect.gen(function* () {
      const { attempt, done, keep, names, one, renaming, run } = yield* stored
      const body = Effect.forEach(["a", "b", "c"], (name) => {
        const act = keep(renaming(one, name))
        return name === "b" ? Effect.flip(attempt(Effect.zipRight(act, refuse))) : act
      })
      yield* Effect.flip(run(Effect.zipRight(body, refuse)))
      expect(done).toEqual(["a", "b", "c", "a", "b", "c"])
      expect(yield* names).toEqual(["c", "Two"])
    })
  )

  promise("does it again after an interruption too", () =>
    Effect.gen(function* () {
      const { keep, names, one, rename, renaming, run, two } = yield* stored
      const begun = yield* Deferred.make<void>()
      const acts = Effect.zipRight(rename(two, "Changed"), keep(renaming(one, "Kept")))
      const body = Effect.zipRight(Effect.zipRight(acts, Deferred.succeed(begun, undefined)), Effect.never)
      const fiber = yield* Effect.fork(run(body))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)
      expect(yield* names).toEqual(["Kept", "Two"])
    })
  )
})

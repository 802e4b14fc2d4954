import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core/storage"
import { Effect, Either } from "effect"
import { retryConflicts } from "../src/retryConflicts.js"
import { ServerError } from "../src/ServerError.js"

/** How often a transaction runs that fails so, one code after another, and what becomes of it. */
const tried = (...codes: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    let runs = 0
    const attempt = Effect.suspend(() => {
      const code = codes[runs++]
      return code === undefined
        ? Effect.succeed("done")
        : new StorageFailure({ cause: ServerError.of({ code }), outcome: "none" })
    })
    const outcome = yield* Effect.either(retryConflicts(attempt))
    return [Either.isRight(outcome), runs]
  })

const times = (count: number, code: string) => Array.from({ length: count }, () => code)

describe("A transaction that fails", () => {
  it.live("because of a deadlock is run again, at most ten times", () =>
    Effect.gen(function* () {
      expect(yield* tried(...times(10, "40P01"))).toEqual([true, 11])
      expect(yield* tried(...times(11, "40P01"))).toEqual([false, 11])
    })
  )

  it.live("because another one stored the same row is run again twice", () =>
    Effect.gen(function* () {
      expect(yield* tried("23505", "40P01", "23505")).toEqual([true, 4])
      expect(yield* tried(...times(3, "23505"))).toEqual([false, 3])
    })
  )

  it.live("tells why it is run again", () =>
    Effect.gen(function* () {
      const codes = ["23505", "40P01", "23505"]
      const noted: Array<string> = []
      const attempt = Effect.suspend(() => {
        const code = codes.shift()
        return code === undefined
          ? Effect.void
          : new StorageFailure({ cause: ServerError.of({ code }), outcome: "none" })
      })
      yield* retryConflicts(attempt, (conflict) => noted.push(conflict))
      expect(noted).toEqual(["duplicate", "deadlock", "duplicate"])
      const unrelated = new StorageFailure({ cause: ServerError.of({ code: "23503" }), outcome: "none" })
      yield* Effect.flip(retryConflicts(unrelated, (conflict) => noted.push(conflict)))
      expect(noted).toHaveLength(3)
    })
  )

  it.live("for another reason is not run again", () =>
    Effect.gen(function* () {
      expect(yield* tried("23503")).toEqual([false, 1])
      expect(yield* tried("40P01", "08006")).toEqual([false, 2])
    })
  )
})

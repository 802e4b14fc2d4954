import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { killRounds } from "./support/killRounds.js"

describe("A PostgreSQL server that is killed twenty times under writes", () => {
  it.scopedLive("has every write that it acknowledged", () =>
    Effect.gen(function* () {
      const { acknowledged, cutOff, stored } = yield* killRounds(20)
      expect(stored).toBe(acknowledged)
      expect(acknowledged).toBeGreaterThan(10_000)
      expect(cutOff).toBeGreaterThan(0)
    })
  )
})

import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { crashRounds } from "./harness/crash.js"
import { withDatabase } from "./harness/database.js"
import { temporaryFolder } from "./harness/stores.js"

describe("a server killed 20 times, each within a burst of 2,000 writes", () => {
  it.scopedLive("has every acknowledged change, key and used code when it is started again", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "tollgate.db")
      const { acknowledged, cutOff } = yield* crashRounds(file, 20, 2000, 2)
      expect(acknowledged).toBeGreaterThan(10_000)
      expect(cutOff).toBeGreaterThanOrEqual(20)
      const found = withDatabase(file, (database) => database.pragma("integrity_check", { simple: true }))
      expect(found).toBe("ok")
    })
  )
})

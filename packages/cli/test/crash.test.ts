import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { crashRounds } from "./harness/crash.js"
import { withDatabase } from "./harness/database.js"
import { temporaryFolder } from "./harness/stores.js"

describe("a server killed 20 times, each within a burst of 200 writes", () => {
  it.scopedLive(
    "has every acknowledged change, key and used code when it is started again",
    () =>
      Effect.gen(function* () {
        const file = join(yield* temporaryFolder, "tollgate.db")
        const { acknowledged, cutOff } = yield* crashRounds(file, 20, 200, 1)
        expect(acknowledged).toBeGreaterThan(1000)
        expect(cutOff).toBeGreaterThanOrEqual(20)
        withDatabase(file, (database) => {
          expect(database.pragma("integrity_check", { simple: true })).toBe("ok")
          expect(database.pragma("foreign_key_check")).toEqual([])
          const all = (sql: string) => database.prepare(sql).pluck().all()
          // A key and its code's use are one act: no crash has parted them.
          expect(all("SELECT hash FROM api_keys WHERE name = 'Authorized application' ORDER BY 1")).toEqual(
            all("SELECT redeemed_key_hash FROM authorization_codes WHERE redeemed_at IS NOT NULL ORDER BY 1")
          )
        })
      }),
    180_000
  )
})

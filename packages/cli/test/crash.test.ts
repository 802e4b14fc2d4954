import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { runs } from "../../../test/runs.js"
import { crashRounds } from "./harness/crash.js"
import { withDatabase } from "./harness/database.js"
import { temporaryFolder } from "./harness/stores.js"

const rounds = runs(3, 20)
const writes = runs(200, 2000)

describe("a server that is killed again and again, each time within a burst of writes", () => {
  it.scopedLive("has every acknowledged change, key and used code when it is started again", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "tollgate.db")
      const { acknowledged, cutOff } = yield* crashRounds(file, rounds, writes, 1)
      expect(acknowledged).toBeGreaterThan(rounds * writes * 0.25)
      expect(cutOff).toBeGreaterThanOrEqual(rounds)
      withDatabase(file, (database) => {
        expect(database.value("PRAGMA integrity_check")).toBe("ok")
        expect(database.all("PRAGMA foreign_key_check")).toEqual([])
        const all = database.values
        // A key and the use of its code are one transaction, which no crash may split.
        expect(all("SELECT hash FROM api_keys WHERE name = 'Authorized application' ORDER BY 1")).toEqual(
          all("SELECT redeemed_key_hash FROM authorization_codes WHERE redeemed_at IS NOT NULL ORDER BY 1")
        )
      })
    })
  )
})

import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { seeded } from "../../../test/seeded.js"
import { withDatabase } from "./harness/database.js"
import { temporaryFolder } from "./harness/stores.js"

const script = fileURLToPath(new URL("harness/writeUntilKilled.mjs", import.meta.url))

/** A process that opens a file and creates organizations until it is killed. It says when it is open, or why it is not. */
const start = (file: string) => {
  const child = spawn(process.execPath, [script, file], { stdio: ["ignore", "pipe", "inherit"] })
  const written = { said: "" }
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    written.said += text
  })
  return { child, written, ended: once(child, "close") }
}

describe("A file with several writers, of which some are killed while others open it and another program writes its log back", () => {
  it.scopedLive("is refused to none of them, and loses nothing", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "tollgate.db")
      const random = seeded(3)
      const kept: Array<string> = []
      for (let round = 0; round < 40; round++) {
        const writers = [start(file), start(file), start(file)]
        yield* Effect.promise(async () => {
          for (const { child } of writers) await once(child.stdout, "data")
          withDatabase(file, (other) => other.exec(`PRAGMA wal_checkpoint(${random() < 0.5 ? "PASSIVE" : "TRUNCATE"})`))
          const [first] = writers
          const enough = Math.floor(random() * 1000)
          while (first !== undefined && first.written.said.length < enough) await once(first.child.stdout, "data")
          for (const { child } of writers) child.kill("SIGKILL")
          await Promise.all(writers.map(({ ended }) => ended))
        })
        for (const { written } of writers) {
          const [opened, ...ids] = written.said.trim().split("\n")
          expect(opened).toBe("open")
          kept.push(...ids.filter((id) => id.length === 36))
        }
      }
      const found = new Set(withDatabase(file, (other) => other.values("SELECT id FROM organizations")))
      expect(kept.length).toBeGreaterThan(100)
      expect(kept.filter((id) => !found.has(id))).toEqual([])
    })
  )
})

import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { layer } from "@tollgate/sqlite"
import * as Redacted from "effect/Redacted"
import { atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { createAccount } from "./Account.js"
import { cost, costsHead } from "./costs.js"
import { gaps, gapsHead } from "./gaps.js"
import { openPrograms } from "./Programs.js"
import { sqliteByHand } from "./sqliteByHand.js"
import { writes, writesHead } from "./writes.js"

const KEYS = 100
const bound = atMost(4, " times the CPU", 2.5)

/** The acts on SQLite, compared with better-sqlite3, each contender on its own file with the same account. */
export const onSqlite = (): Promise<ReadonlyArray<Section>> =>
  temporaryFolder(async (folder) => {
    const file = join(folder, "ours.db")
    const storage = layer({ file, masterKey: Redacted.make(new Uint8Array(32)) })
    const account = await createAccount(storage, KEYS)
    copyFileSync(file, join(folder, "by-hand.db"))
    const byHand = sqliteByHand(join(folder, "by-hand.db"), account)
    const ours = await openPrograms(storage, account)
    try {
      const costs = [
        await cost(
          "`authenticate`",
          { byHand: byHand.authenticate, ours: ours.authenticate(1) },
          { acts: 2_000, rounds: 15 },
          bound
        ),
        await cost(
          "`updateKey`",
          { byHand: byHand.updateKey, ours: ours.updateKey(1) },
          { acts: 1_000, rounds: 11 },
          bound
        )
      ]
      const written = []
      for (const callers of [1, 16, 64]) {
        const contenders = {
          alone: byHand.updateAlone,
          grouped: byHand.updateInGroups(callers),
          ours: ours.updateKey(callers)
        }
        written.push(...(await writes(callers, contenders, { acts: 960, rounds: 9 })))
      }
      return [
        section("SQLite: an act, beside better-sqlite3", costsHead, costs),
        section("SQLite: `updateKey` by many at once, beside better-sqlite3", writesHead, written),
        section("SQLite: the event loop", gapsHead, await gaps(file, ours, byHand.updateInGroups(64)))
      ]
    } finally {
      await ours.close()
      byHand.close()
    }
  })

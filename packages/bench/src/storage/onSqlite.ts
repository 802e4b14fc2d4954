import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { layer } from "@tollgate/sqlite"
import * as Redacted from "effect/Redacted"
import { atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { createAccount, supplyAccount } from "./Account.js"
import { audited } from "./audited.js"
import { cost, costsHead } from "./costs.js"
import { gaps, gapsHead } from "./gaps.js"
import { once } from "./once.js"
import { openPrograms } from "./Programs.js"
import { sqliteByHand } from "./sqliteByHand.js"
import { updateByPromise } from "./updateByPromise.js"
import { writes, writesHead } from "./writes.js"

const masterKey = new Uint8Array(32)
const KEYS = 100
/** Authorization codes for every round of an exchange by 1 and by 64 callers, and its warm-up. */
const CODES = 8_000
const READS = { acts: 2_000, rounds: 15 }
const WRITES = { acts: 320, rounds: 9 }
const CALLERS = [1, 64] as const
const bound = atMost(2.5, " times the CPU", 1.5)

/** The acts on SQLite, compared with better-sqlite3, each contender on its own file with the same account. */
export const onSqlite = (): Promise<ReadonlyArray<Section>> =>
  temporaryFolder(async (folder) => {
    const file = join(folder, "ours.db")
    const storage = layer({ file, masterKey: Redacted.make(masterKey) })
    const account = await createAccount(storage, KEYS)
    const supplies = await supplyAccount(storage, account, CODES)
    const promised = join(folder, "promised.db")
    for (const copy of [join(folder, "by-hand.db"), promised]) copyFileSync(file, copy)
    const byHand = sqliteByHand(join(folder, "by-hand.db"), account, supplies)
    const ours = await openPrograms(storage, account, supplies)
    const promises = await updateByPromise(promised, Buffer.from(masterKey).toString("hex"), account)
    try {
      const costs = []
      for (const act of ["authenticate", "getKey"] as const) {
        costs.push(await cost(`\`${act}\``, { byHand: byHand[act], ours: ours[act](1) }, READS, bound))
      }
      const acts = { updateKey: byHand.updateInGroups, ...byHand.several }
      const written = []
      for (const act of ["updateKey", "createKey", "exchange", "assign"] as const) {
        for (const callers of CALLERS) {
          const inGroups = acts[act]
          if (inGroups === undefined) continue
          const contenders = { byHand: inGroups(callers), ours: ours[act](callers) }
          written.push(...(await writes(act, callers, contenders, WRITES)))
        }
      }
      return [
        await audited("SQLite", ours, { acts: 960, rounds: 9 }, { leastThroughput: 0.45, mostCpu: 2.2 }),
        section("SQLite: acts that read, beside better-sqlite3", costsHead, costs),
        section("SQLite: acts that write, beside better-sqlite3 with as many acts in a commit", writesHead, written),
        await once("SQLite", ours, WRITES),
        section(
          "SQLite: the event loop",
          gapsHead,
          await gaps(promised, promises.updateOnce, byHand.updateInGroups(64))
        )
      ]
    } finally {
      await promises.close()
      await ours.close()
      byHand.close()
    }
  })

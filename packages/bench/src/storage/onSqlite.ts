import { copyFileSync } from "node:fs"
import { join } from "node:path"
import { layer } from "@tollgate/sqlite"
import * as Redacted from "effect/Redacted"
import { atMost } from "../harness/bound.js"
import { type Row, type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { createAccount, supplyAccount } from "./Account.js"
import { auditEntry, idempotencyKey } from "./additions.js"
import { openBetterAuth } from "./betterAuth.js"
import { cost, costsHead, nameOf } from "./costs.js"
import { gaps, gapsHead } from "./gaps.js"
import { openPrograms } from "./Programs.js"
import { besidePrograms, besideProgramsHead, openPromises } from "./promises.js"
import { sqliteByHand } from "./sqliteByHand.js"

const masterKey = Redacted.make(new Uint8Array(32))
const KEYS = 100
const enough = {
  reads: { acts: 2_000, rounds: 15 },
  writes: { acts: 320, rounds: 9 },
  audited: { acts: 960, rounds: 9 },
  calls: { acts: 1_000, rounds: 9 },
  /** Authorization codes for every round of an exchange by 1 and by 64 callers, and its warm-up. */
  codes: 8_000
}

const onCpu = (limit: number, goal: number) => atMost(limit, " times the CPU", goal)
const read = onCpu(2.5, 1.5)
/** One caller waits for each commit, and many share one. */
const written = [
  [1, onCpu(3, 2)],
  [64, onCpu(2.5, 1.7)]
] as const

/** The acts on SQLite, compared with better-sqlite3, each contender on its own file with the same account. */
export const onSqlite = (size = enough): Promise<ReadonlyArray<Section>> =>
  temporaryFolder(async (folder) => {
    const file = join(folder, "ours.db")
    const storage = layer({ file, masterKey })
    const account = await createAccount(storage, KEYS)
    const supplies = await supplyAccount(storage, account, size.codes)
    copyFileSync(file, join(folder, "by-hand.db"))
    const byHand = sqliteByHand(join(folder, "by-hand.db"), account, supplies)
    const ours = await openPrograms(storage, account, supplies)
    const promised = join(folder, "promised.db")
    const promises = await openPromises({ file: promised }, KEYS)
    const betterAuth = await openBetterAuth(join(folder, "better-auth.db"), KEYS, null)
    try {
      const costs: Array<Row> = []
      for (const act of ["authenticate", "getKey"] as const) {
        costs.push(await cost(nameOf(act, 1), { byHand: byHand[act], ours: ours[act](1) }, size.reads, read))
      }
      for (const act of ["updateKey", "createKey", "exchange", "assign"] as const) {
        for (const [callers, bound] of written) {
          const contenders = { byHand: byHand[act](callers), ours: ours[act](callers) }
          costs.push(await cost(nameOf(act, callers), contenders, size.writes, bound))
        }
      }
      const verified = { byHand: betterAuth.rounds(1), ours: ours.authenticate(1) }
      // Ten times as fast.
      const faster = atMost(0.1, " times the CPU")
      return [
        section("SQLite: an act, beside better-sqlite3 with as many acts in a commit", costsHead, costs),
        section(
          "SQLite: beside better-auth, which stores when a key was last used",
          costsHead.map((cell) => cell.replace("by hand", "of better-auth")),
          [await cost("`authenticate`, beside `verifyApiKey`", verified, size.calls, faster)]
        ),
        section("SQLite: the Promise API", besideProgramsHead, [await besidePrograms(promises, ours, size.calls)]),
        await auditEntry("SQLite", ours, size.audited, { leastThroughput: 0.45, mostCpu: 2.2 }),
        await idempotencyKey("SQLite", ours, size.writes),
        section("SQLite: the event loop", gapsHead, await gaps(promised, promises.updateOnce, byHand.updateKey(64)))
      ]
    } finally {
      await promises.close()
      await ours.close()
      byHand.close()
      betterAuth.close()
    }
  })

import { join } from "node:path"
import * as Sqlite from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Size } from "../harness/alternate.js"
import { atMost } from "../harness/bound.js"
import { type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { cost, costsHead } from "../storage/costs.js"
import { counterByHand } from "./counterByHand.js"
import { ours } from "./ours.js"
import { sqliteByHand } from "./sqliteByHand.js"

const masterKey = Redacted.make(new Uint8Array(32).fill(7))
const CALLERS = 64

/** A file with the tables of this version. */
const created = async (file: string): Promise<string> => {
  await Effect.runPromise(Effect.scoped(Layer.build(Sqlite.layer({ file, masterKey }))))
  return file
}

/** Acts on SQLite, beside hand-written statements and beside acts of the same kind. */
export const onSqlite = ({ acts, rounds }: Size): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const byHand = sqliteByHand(await created(join(folder, "by-hand.db")))
    const counter = counterByHand(join(folder, "counter.db"))
    const mine = await ours(Sqlite.layer({ file: join(folder, "ours.db"), masterKey }))
    const full = await ours(Sqlite.layer({ file: join(folder, "full.db"), masterKey }))
    const grouped = mine.rounds(CALLERS, () => 1)
    const ofOneKey = (of: typeof mine) =>
      of.rounds(
        CALLERS,
        () => 1,
        () => 0
      )
    const bound = atMost(2, " times the CPU", 1.5)
    try {
      const few = { acts: acts / 4, rounds }
      // Many callers first: they have the code compiled that the fewer acts of one caller run, too.
      const many = await cost(
        "64 callers, the same statements",
        { byHand: byHand.rounds(CALLERS), ours: grouped },
        { acts, rounds },
        bound
      )
      const one = await cost(
        "1 caller, the same statements",
        { byHand: byHand.rounds(1), ours: mine.rounds(1, () => 1) },
        few,
        bound
      )
      const rows = [
        one,
        many,
        await cost(
          "64 callers, one counter, a transaction each by hand",
          { byHand: counter.each, ours: grouped },
          few,
          atMost(0.5, " times the CPU", 0.3)
        )
      ]
      const open = Math.min(10_000, 10 * acts)
      await full.leaveOpen(open, 1)
      const name = `64 callers, one key with ${open.toLocaleString("en")} open holds, beside one with none`
      const alone = { byHand: ofOneKey(mine), ours: ofOneKey(full) }
      rows.push(await cost(name, alone, { acts: acts / 2, rounds }, atMost(1.2, " times the CPU", 1)))
      return section(
        "Of it the store: SQLite, a hold of 5 scopes and its settlement, beside better-sqlite3",
        costsHead,
        rows
      )
    } finally {
      await mine.close()
      await full.close()
      byHand.close()
      counter.close()
    }
  })

import { join } from "node:path"
import * as Core from "@tollgate/core"
import * as Sqlite from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { alternate, type Size } from "../harness/alternate.js"
import { atMost } from "../harness/bound.js"
import { figure, type Row, type Section, section } from "../harness/Section.js"
import { temporaryFolder } from "../harness/temporaryFolder.js"
import { openByHand } from "../storage/openByHand.js"
import { counterByHand } from "./counterByHand.js"
import { fillScopes } from "./fillScopes.js"
import { count, heapRow } from "./heapRow.js"
import { ours } from "./ours.js"
import { KEYS, keyAt } from "./scopesOf.js"

const masterKey = Redacted.make(new Uint8Array(32).fill(7))
const CALLERS = 64
/** How many ended requests stay in memory, and after how many acts older ones are deleted. */
const RETAINED = 10_000
const STEP = 1_000

interface LargeSize extends Size {
  /** How many keys there are, and how many acts the heap is compared after. */
  readonly many: number
}

/** What an act takes with a number of keys, in times of one counter by hand with as many rows: grouped as ours are, or a transaction for each. */
const timesTheFloor = async (folder: string, keys: number, { acts, rounds }: Size) => {
  const file = join(folder, `${keys}.db`)
  const storage = Sqlite.layer({ file, masterKey })
  await Effect.runPromise(Effect.scoped(Layer.build(storage)))
  fillScopes(file, keys)
  const counter = counterByHand(join(folder, `${keys}-counters.db`), keys)
  const mine = await ours(storage, keys, false)
  try {
    const round = mine.rounds(
      CALLERS,
      () => 1,
      (n) => keyAt(n, keys)
    )
    const contenders = { grouped: counter.rounds(CALLERS), each: counter.each, own: round }
    const { each, grouped, own } = await alternate(contenders, { acts, rounds })
    return { grouped: own.cpu / grouped.cpu, each: own.cpu / each.cpu }
  } finally {
    await mine.close()
    counter.close()
  }
}

const onSqlite = async (file: string, many: number): Promise<ReadonlyArray<Row>> => {
  const mine = await ours(Sqlite.layer({ file, masterKey }))
  const round = mine.rounds(CALLERS, () => 1)
  const heap = await heapRow("on SQLite", many, async (acts) => round(acts))
  await mine.close()
  const db = openByHand(file)
  const holds = Number(db.prepare("SELECT count(*) FROM spending_holds").pluck().get())
  const size = db.prepare("SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'spending_holds%'").pluck()
  const bytes = Number(size.get()) / holds
  db.close()
  const cells = ["bytes of the file for a settled request with its indexes, without labels", "", `${count(holds)} rows`]
  return [heap, { cells: [...cells, "", figure(bytes), ""], judged: [bytes, atMost(200, " bytes")] }]
}

const inMemory = async (many: number): Promise<Row> => {
  const mine = await ours(Core.Memory.layer)
  const round = mine.rounds(1, () => 1)
  const began: Array<number> = []
  const run = async (acts: number) => {
    for (let done = 0; done < acts; done += STEP) {
      began.push(Date.now())
      await round(Math.min(STEP, acts - done))
      await mine.prune(began.at(-RETAINED / STEP) ?? 0)
    }
  }
  const row = await heapRow(`in memory, where ${count(RETAINED)} ended requests stay`, many, run)
  await mine.close()
  return row
}

/** Many keys, and many acts. */
export const atLarge = (size: LargeSize): Promise<Section> =>
  temporaryFolder(async (folder) => {
    const few = await timesTheFloor(folder, KEYS, size)
    const many = await timesTheFloor(folder, size.many, size)
    const cells = (floor: string, of: "grouped" | "each") => [
      `CPU of 64 callers, in times of one counter by hand with as many rows, ${floor}`,
      `${count(KEYS)} keys`,
      `${count(size.many)} keys`,
      figure(few[of]),
      figure(many[of]),
      figure(many[of] / few[of])
    ]
    const keys: ReadonlyArray<Row> = [
      {
        cells: cells("as many acts in a commit", "grouped"),
        judged: [many.grouped / few.grouped, atMost(1, " times")]
      },
      { cells: cells("a transaction each", "each") }
    ]
    const rows = [...keys, ...(await onSqlite(join(folder, "acts.db"), size.many)), await inMemory(size.many)]
    return section(
      "Of it the store: many keys, acts and rows",
      ["What", "Few", "Many", "With few", "With many", "Times"],
      rows
    )
  })

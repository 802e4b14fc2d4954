import { describe, expect, it } from "@effect/vitest"
import { CHUNK, FOREIGN_LEASE, SpendingStore } from "@tollgate/core/storage"
import { Context, Effect, Layer } from "effect"
import { all } from "../../sql/src/spending/rows/holdRows.js"
import { givingBack } from "../../sql/test/support/givingBack.js"
import { admission, idOf, limited, own, refsOf, START } from "../../sql/test/support/holds.js"
import { spoiledHolds } from "../../sql/test/support/spoiledHolds.js"
import { sweptNames } from "../../sql/test/support/sweptNames.js"
import { connect, emptyFile, inFile } from "./support/files.js"

const open = (file: string) =>
  Effect.map(Layer.build(Layer.fresh(inFile(file))), (context) => Context.get(context, SpendingStore))

givingBack("an SQLite file", (count) =>
  Effect.gen(function* () {
    const file = yield* emptyFile
    return yield* Effect.replicateEffect(open(file), count)
  })
)

spoiledHolds(
  "an SQLite file",
  Effect.gen(function* () {
    const file = yield* emptyFile
    const [store, beside] = [yield* open(file), yield* connect(file)]
    return {
      store,
      spoil: (id) =>
        Effect.sync(() =>
          beside.exec(`CREATE TRIGGER spoiled BEFORE UPDATE ON spending_holds WHEN NEW.id = x'${id.replaceAll("-", "")}'
BEGIN SELECT RAISE(ABORT, 'spoiled'); END`)
        ),
      heal: Effect.sync(() => beside.exec("DROP TRIGGER spoiled"))
    }
  })
)

sweptNames(
  "an SQLite file",
  Effect.gen(function* () {
    const file = yield* emptyFile
    const other = yield* connect(file)
    const names = Effect.sync(() =>
      other.values("SELECT json_array(name, unused_since) FROM spending_names").map((row) => {
        const [name, since] = JSON.parse(String(row))
        return { name, since }
      })
    )
    return { stores: [yield* open(file), yield* open(file)], names } as const
  })
)

describe("Names in an SQLite file", () => {
  it.scopedLive("stay if a row on any page refers to them, and all others are deleted", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const [store, other] = [yield* open(file), yield* connect(file)]
      const swept = () => other.values("SELECT value FROM tollgate_meta WHERE name = 'names_swept_at'")
      expect([yield* store.pruneNames(START), swept()]).toEqual([0, ["none"]])
      yield* store.admit(admission(own, 1))
      const many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)"
      for (const name of ["held", "summed", "unused"]) {
        other.exec(`${many} INSERT INTO spending_names (digest, name) SELECT randomblob(32), '${name} ' || i FROM n`)
      }
      const columns = all["unknown before"].map((name) => (name === "instance" ? "n.id" : `h.${name}`)).join(", ")
      other.exec(`INSERT INTO spending_holds (id, ${all["unknown before"].join(", ")}) SELECT randomblob(16), ${columns}
FROM spending_holds AS h, spending_names AS n WHERE n.name LIKE 'held %'`)
      other.exec(`INSERT INTO spending_sums SELECT n.id % 7, n.id % 3, n.id, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0
FROM spending_names AS n WHERE n.name LIKE 'summed %'`)
      const DAY = 86_400_000
      expect([yield* store.pruneNames(START), yield* store.pruneNames(START + DAY)]).toEqual([0, 4500])
      const left = (name: string) => other.values(`SELECT count(*) FROM spending_names WHERE name LIKE '${name} %'`)
      expect(["held", "summed", "unused"].flatMap(left).map(Number)).toEqual([4500, 4500, 0])
    })
  )
})

const opened = Effect.gen(function* () {
  const file = yield* emptyFile
  const store = yield* open(file)
  const hold = (number: number, now = START) => store.admit(admission(own, number, { now, lease_seconds: 60 }))
  const countOpen = Effect.map(
    store.list(
      { organization_id: own, workspace_id: null, key_hash: null, state: "open", flag: null, instance: null },
      { limit: 1, offset: 0 }
    ),
    ({ total_count }) => total_count
  )
  return { file, store, hold, countOpen }
})

const atOnce = { concurrency: "unbounded" } as const
const end = START + 60_000

describe("Holds that are changed together", () => {
  it.scopedLive("are released though acts of the same transaction have changed them, or more than a chunk", () =>
    Effect.gen(function* () {
      const { countOpen, hold, store } = yield* opened
      const numbers = Array.from({ length: CHUNK + 50 }, (_, index) => index)
      yield* Effect.forEach(numbers, (number) => hold(number), atOnce)
      const extend = (number: number) =>
        store.extend({
          hold: { id: idOf(own, number), organization_id: own },
          amount: null,
          lease_seconds: 600,
          fence: [],
          now: START + 1
        })
      const release = store.releaseUnsent({ organization_id: own, key_hash: null, instance: null }, START + 1)
      const answers = yield* Effect.all([...numbers.slice(0, 10).map(extend), release, release], atOnce)
      expect(answers.slice(0, 10).map((answer) => Object(answer)._tag)).toEqual(Array(10).fill("Extended"))
      expect(answers.slice(10)).toEqual([CHUNK, 50])
      expect(yield* countOpen).toBe(0)
    })
  )

  it.scopedLive("are given back as soon as it can be stored, if it could not be at first", () =>
    Effect.gen(function* () {
      const { file, hold, store } = yield* opened
      const others = yield* connect(file)
      yield* store.setTerms({ ref: refsOf(own)[1] }, limited(1), START)
      yield* hold(1)
      others.exec("CREATE TRIGGER full BEFORE UPDATE ON spending_holds BEGIN SELECT RAISE(FAIL, 'full'); END")
      expect((yield* hold(2, end))._tag).toBe("Refused")
      others.exec("DROP TRIGGER full")
      const later = end + FOREIGN_LEASE
      expect([(yield* hold(2, later))._tag, yield* store.expireHolds(later)]).toEqual(["Refused", 1])
      expect((yield* hold(2, later))._tag).toBe("Admitted")
    })
  )
})

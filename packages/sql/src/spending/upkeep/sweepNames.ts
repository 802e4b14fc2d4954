import type { SpendingStore, StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { inLists } from "../../table/batches.js"
import { type Dialect, serverTime } from "../rows/Dialect.js"
import type { Row } from "../rows/scopeRows.js"
import type { Spending } from "../unit/unitRunner.js"

/** How long a name is unused before it is deleted, and how long after a sweep the next one begins, in milliseconds. */
const DAY_MS = 86_400_000

/** How many rows a page has at most. */
const PAGE_ROWS = 2_000

const [FIRST_ID, LAST_ID] = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"]
const ofHolds = ["organization", "workspace", "api_key", "member", "request", "labels", "instance", "outcome"]
const ofSums = ["organization", "workspace", "api_key", "member", "request", "labels", "outcome"]

const numbersOn = (table: string, columns: ReadonlyArray<string>, isOnPage: string) => {
  const each = columns.map((name) => `SELECT ${name} AS n FROM page`).join(" UNION ")
  return `WITH page AS (SELECT ${columns.join(", ")} FROM ${table} WHERE ${isOnPage}) ${each}`
}

const isAfter = "(organization, day) > (?, ?)"

const texts = {
  lastHold: `SELECT id FROM spending_holds WHERE id > ? ORDER BY id LIMIT 1 OFFSET ${PAGE_ROWS - 1}`,
  holds: numbersOn("spending_holds", ofHolds, "id > ? AND id <= ?"),
  lastSum: `SELECT organization, day FROM spending_sums WHERE ${isAfter} ORDER BY organization, day LIMIT 1 OFFSET ${PAGE_ROWS - 1}`,
  sums: numbersOn("spending_sums", ofSums, `${isAfter} AND (organization, day) <= (?, ?)`),
  days: "SELECT DISTINCT organization AS n FROM spending_days",
  last: "SELECT MAX(id) AS id FROM spending_names",
  names: `SELECT id, unused_since FROM spending_names WHERE id > ? AND id <= ? ORDER BY id LIMIT ${PAGE_ROWS}`,
  swept: "SELECT value FROM tollgate_meta WHERE name = 'names_swept_at'",
  begin: "UPDATE tollgate_meta SET value = ? WHERE name = 'names_swept_at' AND value = ? RETURNING value"
}

/** A change of names, and which of them it is made to. `?` is an instant. */
const changes = {
  mark: ["UPDATE spending_names SET unused_since = ?", "unused_since IS NULL OR unused_since > ?"],
  keep: ["UPDATE spending_names SET unused_since = NULL", "unused_since <= ?"],
  delete: ["DELETE FROM spending_names", "unused_since <= ?"]
} as const

type Change = keyof typeof changes

type Select = (text: string, ...params: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<Row>, StorageFailure>

/**
 * Deletes names that no hold, no sum and no kept day has referred to for a day, at most once a day. A sweep reads the tables in pages,
 * marks names that nothing refers to, and deletes those that the sweep before has marked, if nothing refers to them still. That a
 * process has kept a number does no harm: it writes numbers only within an hour after it has read them by their text, and to read a
 * marked name so removes the mark. So what was marked a day ago was written an hour later at the latest, and this sweep has seen it.
 *
 * The holds are read before the sums: what is deleted meanwhile leaves its names there.
 */
export const sweepNames = ({
  database: { read, write },
  dialect,
  isServerTime
}: Spending): Context.Tag.Service<SpendingStore>["pruneNames"] => {
  const statement = (text: string, params: ReadonlyArray<unknown>) => {
    const compiled = dialect.numbered(text)
    return { compile: () => [compiled, params] as const }
  }
  const select: Select = (text, ...params) =>
    // Rows are objects by column.
    Effect.map(read(statement(text, params)), (rows) => rows as ReadonlyArray<Row>)

  /** Begins a sweep, unless another one has begun within a day. Returns its instant, or null. */
  const begin = Effect.fnUntraced(function* (stated: number) {
    const [server] = isServerTime ? yield* select(`SELECT ${serverTime} AS now`) : []
    const now = server === undefined ? stated : Number(server["now"])
    const [swept] = yield* select(texts.swept)
    if (swept === undefined || Math.abs(now - Number(swept["value"])) < DAY_MS) return null
    const begun = yield* write(statement(texts.begin, [String(now), swept["value"]]))
    return begun.length === 0 ? null : now
  })

  /** Changes names, but for those that an act has locked: it refers to them. Returns how many it has changed. */
  const change = (what: Change, ids: ReadonlyArray<number>, at: number) =>
    Effect.map(
      Effect.forEach(ids.length === 0 ? [] : inLists(ids), (list) => {
        const [text, condition] = changes[what]
        const values = what === "mark" ? [at] : []
        const marks = list.map(() => "?").join(", ")
        const lock = what === "delete" ? dialect.lock.skip.replace("NO KEY ", "") : dialect.lock.skip
        const isFree = `id IN (SELECT id FROM spending_names WHERE id IN (${marks}) AND (${condition})${lock})`
        return write(statement(`${text} WHERE ${isFree} RETURNING id`, [...values, ...list, at]))
      }),
      (rows) => rows.flat().length
    )

  return (stated) =>
    Effect.gen(function* () {
      const [{ id: last = null } = {}] = yield* select(texts.last)
      // A database without names is not written to.
      const now = last === null ? null : yield* begin(stated)
      if (now === null) return 0
      const numbers = yield* numbersInUse(select, dialect)
      let deleted = 0
      for (let from = 0; ; ) {
        const names = (yield* select(texts.names, from, Number(last))).map(({ id, unused_since }) => ({
          id: Number(id),
          since: unused_since === null ? null : Number(unused_since)
        }))
        const idsOf = (is: (name: { readonly id: number; readonly since: number | null }) => boolean) =>
          names.filter(is).map(({ id }) => id)
        const isUnused = (id: number) => !numbers.has(id)
        yield* change(
          "keep",
          idsOf(({ id, since }) => !isUnused(id) && since !== null),
          Number.MAX_SAFE_INTEGER
        )
        yield* change(
          "mark",
          idsOf(({ id, since }) => isUnused(id) && (since === null || since > now)),
          now
        )
        deleted += yield* change(
          "delete",
          idsOf(({ id, since }) => isUnused(id) && since !== null && since <= now - DAY_MS),
          now - DAY_MS
        )
        if (names.length < PAGE_ROWS) return deleted
        from = names.at(-1)?.id ?? from
      }
    })
}

/** The numbers of all names that a hold, a sum or a kept day refers to. Tables are read in pages. */
const numbersInUse = Effect.fnUntraced(function* (select: Select, { idOf }: Dialect) {
  const numbers = new Set<number>()
  const add = (rows: ReadonlyArray<Row>) => {
    for (const { n } of rows) if (n !== null) numbers.add(Number(n))
  }
  for (let from: unknown = idOf(FIRST_ID), isLast = false; !isLast; ) {
    const [end] = yield* select(texts.lastHold, from)
    isLast = end === undefined
    const to = end?.["id"] ?? idOf(LAST_ID)
    add(yield* select(texts.holds, from, to))
    from = to
  }
  for (let [organization, day, isLast]: [unknown, unknown, boolean] = [-1, 0, false]; !isLast; ) {
    const [end] = yield* select(texts.lastSum, organization, day)
    isLast = end === undefined
    const to = [end?.["organization"] ?? Number.MAX_SAFE_INTEGER, end?.["day"] ?? 0]
    add(yield* select(texts.sums, organization, day, ...to))
    ;[organization, day] = to
  }
  add(yield* select(texts.days))
  return numbers
})

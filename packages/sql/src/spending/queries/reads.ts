import type { Paged } from "@tollgate/core"
import {
  HoldActs,
  HoldLife,
  type HoldRecord,
  type Scope,
  type ScopeRef,
  type StorageFailure,
  scopeName
} from "@tollgate/core/storage"
import type * as Effect from "effect/Effect"
import type { Statement } from "../rows/Dialect.js"
import { NameReader } from "../rows/NameReader.js"
import { Names } from "../rows/Names.js"
import { rowsOf, runReads, type Script } from "../rows/Script.js"
import { type Row, toScope } from "../rows/scopeRows.js"
import { LoadedRows } from "../unit/LoadedRows.js"
import { RowOverlay } from "../unit/RowOverlay.js"
import type { Spending } from "../unit/unitRunner.js"
import { type HoldListing, holdAt } from "./listHolds.js"

export type Reads = ReturnType<typeof reads>

/** Reads rows, in the open transaction or without one. */
export const reads = ({ database, dialect, isServerTime, known }: Spending) => {
  /** Runs a script that reads. */
  const run = <A>(script: (names: NameReader) => Script<A>): Effect.Effect<A, StorageFailure> =>
    runReads(database.read, () => script(new NameReader(new Names(known.current.names), dialect)))

  /** The rows of a statement. */
  const select = (statement: Statement): Effect.Effect<ReadonlyArray<Row>, StorageFailure> =>
    run(() => rowsOf([statement]))

  /** The scopes that exist among these, on their days; null if one must be counted again. */
  const scopes = (
    refs: ReadonlyArray<ScopeRef>,
    now: number
  ): Effect.Effect<ReadonlyArray<Scope> | null, StorageFailure> =>
    run(function* () {
      const read = new LoadedRows()
      for (const ref of refs) read.ids.set(scopeName(ref), null)
      const rows = yield* rowsOf(refs.length === 0 ? [] : dialect.scopesNamed(refs))
      for (const scope of rows.map(toScope)) read.add(scope)
      return HoldActs.scopes(new RowOverlay(read), refs, now)
    })

  /** One hold: as it is stored, or as it is at an instant, which is the server's if acts take the time from it. */
  const find = (id: HoldRecord["id"], now: number | undefined): Effect.Effect<HoldRecord | null, StorageFailure> =>
    run(function* (names) {
      const at = now === undefined ? null : holdAt(id, isServerTime ? "server" : now, dialect)
      const rows = yield* rowsOf(at === null ? dialect.holds([id], "none") : [at])
      const [hold] = yield* names.toHolds(rows)
      if (hold === undefined) return null
      return at === null ? hold : HoldLife.expired(hold, Number(rows[0]?.now))
    })

  /** A page of holds, and their number. */
  const page = ({ count, page }: HoldListing): Effect.Effect<Paged<HoldRecord>, StorageFailure> =>
    database.snapshot(
      run(function* (names) {
        const [size] = yield* rowsOf([count])
        // Null if holds are listed as they are stored.
        const now = size?.now === null ? null : Number(size?.now)
        const data = yield* names.toHolds(yield* rowsOf([page(now)]))
        return {
          data: now === null ? data : data.map((hold) => HoldLife.expired(hold, now)),
          total_count: Number(size?.size)
        }
      })
    )

  return { find, page, run, scopes, select }
}

import type { Day, HoldRecord, Scope, ScopeId, ScopeRef, ScopeTerms } from "@tollgate/core/storage"
import { selectPriceVersion, toPriceVersion } from "../../prices/priceVersion.js"
import type { ActOwner, Query } from "../../transaction/Executor.js"
import type { Statement } from "../rows/Dialect.js"
import * as HoldRows from "../rows/holdRows.js"
import { type EndingLease, firstLeases, holdsOfScope, toLease } from "../rows/holdsOfScope.js"
import { NameReader } from "../rows/NameReader.js"
import { type KnownIds, Names } from "../rows/Names.js"
import { rowsOf, runNow, type Script } from "../rows/Script.js"
import * as ScopeRows from "../rows/scopeRows.js"
import { type Row, toScope } from "../rows/scopeRows.js"
import { writeChanges } from "../unit/planWrites.js"
import { RowOverlay, type RowSource } from "../unit/RowOverlay.js"
import { Judged } from "../unit/runActs.js"
import { NewestHolds } from "./NewestHolds.js"
import { sqliteDialect } from "./sqliteDialect.js"

type HoldId = HoldRecord["id"]

const latestHold: Statement = { text: "SELECT max(id) AS id FROM spending_holds", params: [] }

const insertScope = `INSERT INTO spending_scopes (${ScopeRows.created.join(", ")}, version)
VALUES (${ScopeRows.created.map(() => "?").join(", ")}, 0) RETURNING id`

const noQuery: Query = () => {
  throw new Error("Rows are read within an act.")
}

/**
 * The rows that acts on SQLite judge, in memory: as they are stored, with the changes of the acts on top. Acts of one transaction are judged
 * one after another, and each row that they have changed is written once, before anything else happens in the transaction. Rows are
 * true for one epoch of the writer; see `SyncAct` of the executor.
 */
export class EpochRowCache implements RowSource, ActOwner {
  readonly reservesWhole = true
  #epoch: object | null = null
  #rows = new RowOverlay(this)
  #names: NameReader
  #prices: number | null = null
  /** Holds that are not written yet are in the overlay. */
  readonly #newest = new NewestHolds(() => HoldRows.toId(this.#select([latestHold])[0]?.id ?? ""))
  #query: Query = noQuery
  /** The instant of the latest act. */
  #now = 0
  readonly #known: KnownIds
  constructor(known: KnownIds) {
    this.#known = known
    this.#names = this.#newNames()
  }

  /** Runs an act at an instant. If it throws, it has changed nothing. */
  act<A>(query: Query, epoch: object, now: number, judge: (rows: RowOverlay) => A): Judged<A> {
    if (this.#epoch !== epoch) this.#forget(epoch)
    this.#now = now
    this.#query = query
    this.#rows.begin()
    try {
      return new Judged(judge(this.#rows), this.#rows)
    } catch (cause) {
      this.#rows.undo()
      throw cause
    } finally {
      this.#query = noQuery
    }
  }

  #newNames(): NameReader {
    return new NameReader(new Names(this.#known.current.names), sqliteDialect)
  }

  #forget(epoch: object | null): void {
    this.#epoch = epoch
    this.#rows = new RowOverlay(this)
    this.#newest.forget()
    this.#prices = null
    this.#names = this.#newNames()
  }

  write(query: Query): void {
    this.#query = query
    try {
      const rows = this.#rows
      const scopeOf = (id: ScopeId) => rows.scopeOf(id)
      this.#run(writeChanges(rows, { dialect: sqliteDialect, names: this.#names, now: this.#now, scopeOf }))
      for (const { after, before } of rows.holds.changed) if (before === null) this.#newest.add(after.id)
      rows.written()
    } catch (cause) {
      this.#forget(null)
      throw cause
    } finally {
      this.#query = noQuery
    }
  }

  stored(): void {
    const { names } = this.#names
    if (names.isEmpty) return
    this.#known.keep({ names, scopes: new Map() }, this.#now)
    this.#names = this.#newNames()
  }

  #run<A>(script: Script<A>): A {
    return runNow(this.#query, script)
  }

  #select(statements: ReadonlyArray<Statement>): ReadonlyArray<Row> {
    return this.#run(rowsOf(statements))
  }

  /** Holds that a statement finds, as acts have left them. `find` gets the number of changed holds, which may differ from the stored ones. */
  found(find: (changed: number) => Statement, isFound: (hold: HoldRecord) => boolean): ReadonlyArray<HoldRecord> {
    return this.#rows.present(this.#holdsFrom([find(this.#rows.holds.changed.length)]), isFound)
  }

  #holdsFrom(statements: ReadonlyArray<Statement>): ReadonlyArray<HoldRecord> {
    return this.#run(this.#names.toHolds(this.#select(statements)))
  }

  scopesNamed(refs: ReadonlyArray<ScopeRef>): ReadonlyArray<Scope> {
    return this.#select(sqliteDialect.scopesNamed(refs)).map(toScope)
  }

  scopeWithId(id: ScopeId): Scope | undefined {
    return this.#select(sqliteDialect.scopes([id], "none")).map(toScope)[0]
  }

  /** Inserts it with its terms: the row stays if the changes of its act are not written, and the next act is judged by it. */
  reserve(ref: ScopeRef, terms: ScopeTerms, day: Day.Day): ScopeId {
    const params = ScopeRows.createdValues(ref, terms, day, sqliteDialect)
    const [row] = this.#select([{ text: insertScope, params }])
    if (row === undefined) throw new Error("Unreachable: an insertion returns no row.")
    return Number(row.id)
  }

  hold(id: HoldId): HoldRecord | undefined {
    return this.#newest.isNew(id) ? undefined : this.#holdsFrom(sqliteDialect.holds([id], "none"))[0]
  }

  holdsOf(scope: Scope): ReadonlyArray<HoldRecord> {
    return this.#holdsFrom([holdsOfScope(scope, sqliteDialect)])
  }

  leases(scope: Scope, now: number): ReadonlyArray<EndingLease> {
    return this.#select([firstLeases(scope, now, sqliteDialect)]).map(toLease)
  }

  priceVersion(): number {
    this.#prices ??= toPriceVersion(this.#select([selectPriceVersion])[0])
    return this.#prices
  }
}

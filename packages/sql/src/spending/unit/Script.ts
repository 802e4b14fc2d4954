import type { HoldRecord, ScopeId, ScopeRef } from "@tollgate/core/storage"
import type { Steps } from "../../transaction/Executor.js"
import type { KeptRows } from "../postgres/KeptRows.js"
import type { Names } from "../rows/Names.js"
import type { Statement } from "../rows/Statements.js"
import type { Draft } from "./Draft.js"

/** The steps of an act. */
export type Script<A> = Steps<A>

/** Numbers of names and scopes that are known from committed rows. */
export interface Known {
  readonly names: Names
  readonly scopes: Map<string, ScopeId>
}

/** The rows that an act reads before it judges. Others are read when they are needed. */
export interface Reading {
  readonly holds: ReadonlyArray<HoldRecord["id"]>
  readonly refs: ReadonlyArray<ScopeRef>
  /** Whether scopes may be created. */
  readonly creates: boolean
  /** The holds among these that are new, unless their ids are repeated. */
  readonly opened?: ReadonlyArray<HoldRecord["id"]>
  /** Whether the act compares the version of the price book. */
  readonly prices?: boolean
}

/** An answer, with what was learned from rows that are not committed yet. */
export interface Judged<A> {
  readonly answer: A
  readonly draft: Draft
  readonly learned: Known
}

/** How an act runs. */
export interface ActOptions {
  readonly before?: ReadonlyArray<Statement>
  /** Rows that need not be read again. Null if all are read. */
  readonly kept?: KeptRows | null
  /** Whether its last statements are sent with COMMIT, so that nothing can be judged after them. */
  readonly commitsAtOnce?: boolean
}

/** A connection of another program. It waits five seconds for a lock. */
export interface OtherProgram {
  /** Runs any number of statements. */
  readonly exec: (text: string) => void
  readonly all: <Row = Record<string, unknown>>(text: string, ...params: ReadonlyArray<unknown>) => Array<Row>
  /** The first column of all rows. */
  readonly values: (text: string, ...params: ReadonlyArray<unknown>) => Array<unknown>
  /** The first column of the first row. */
  readonly value: (text: string, ...params: ReadonlyArray<unknown>) => unknown
  /** Runs a statement and returns how many rows it changed. */
  readonly changes: (text: string) => number
  readonly close: () => void
}

/** The class of all connections of this process, those of Tollgate too. */
export declare const Database: { readonly prototype: { prepare: (text: string) => unknown } }

/** Opens a file, which is created if it does not exist. `unsafe` lets statements damage it. */
export declare const openOther: (file: string, options?: { readonly unsafe?: boolean }) => OtherProgram

import * as Data from "effect/Data"

/** The database has lost rows of this table that every account needs. */
export class RowsMissing extends Data.TaggedError("RowsMissing")<{ readonly table: string }> {}

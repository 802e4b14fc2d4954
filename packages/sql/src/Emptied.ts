import * as Data from "effect/Data"

/** The database has been in use, and rows that it cannot be without are gone from this table. */
export class Emptied extends Data.TaggedError("Emptied")<{ readonly table: string }> {}

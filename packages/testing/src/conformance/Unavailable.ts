import * as Data from "effect/Data"

/** What a case needs is not there or cannot be made, so that it is skipped and counted. */
export class Unavailable extends Data.TaggedError("Unavailable")<{ readonly reason: string }> {}

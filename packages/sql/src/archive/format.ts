import { createHash, type Hash } from "node:crypto"
import * as Schema from "effect/Schema"
import { FIRST_VERSION, VERSION } from "./archivedTables.js"

/** The first line of an export. */
export const Header = Schema.Struct({
  format: Schema.Literal("tollgate export"),
  version: Schema.Int.pipe(Schema.between(FIRST_VERSION, VERSION)),
  /** Whether it has the ledger. */
  ledger: Schema.Boolean,
  /** The id of the master key that opens its credentials. The key itself is not in it. */
  master_key: Schema.String.pipe(Schema.pattern(/^\w{1,64}$/))
})

/** The last line: how many rows there are, and a checksum of all lines before it, with their line breaks. */
export const End = Schema.Struct({
  rows: Schema.NonNegativeInt,
  sha256: Schema.String
})

/** The checksum of the lines of an export. */
export const checksum = (): Hash => createHash("sha256")

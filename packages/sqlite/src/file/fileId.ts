import { Entropy } from "@tollgate/core"
import * as Effect from "effect/Effect"

/** Marks a file as Tollgate's (SQLite's `PRAGMA application_id`): "tlgt" in ASCII. */
export const APPLICATION_ID = 0x746c6774

/**
 * Generates the id of a database file, which is stored as `PRAGMA user_version`: a random number from 1 to 2³¹ - 1.
 * Every file has its own, backups too, so that a log can be matched with its file.
 */
export const newFileId: Effect.Effect<number> = Effect.map(
  Entropy.bytes(4),
  (bytes) => Buffer.from(bytes).readUInt32BE() & 0x7fff_ffff || 1
)

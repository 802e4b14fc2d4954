import type { StorageFailure } from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { rowReader } from "../table/rowReader.js"
import type { Database } from "../transaction/Database.js"

/** How long a prefix that another process has imported may be unknown, in milliseconds. */
const MAX_AGE_MS = 5_000

const Row = Schema.Struct({ prefix: Schema.String })

/**
 * The prefixes of imported keys, in memory. They are never forgotten: one of an import that was rolled back only causes look-ups that
 * find nothing.
 */
export const importedPrefixes = ({ isInTransaction, read, sql }: Context.Tag.Service<Database>) => {
  const rows = rowReader(sql, Row)
  const known = new Set<string>()
  // A look at each length takes the same time however many prefixes there are.
  const lengths = new Set<number>()
  let readAt = Number.NEGATIVE_INFINITY

  const add = (prefix: string): void => {
    known.add(prefix)
    lengths.add(prefix.length)
  }
  const begins = (text: string): boolean => {
    for (const length of lengths) if (known.has(text.slice(0, length))) return true
    return false
  }
  const isRecent = (now: number) => now >= readAt && now - readAt < MAX_AGE_MS

  /** Reads the prefixes, unless they were read meanwhile. */
  const refresh = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    isRecent(now)
      ? Effect.void
      : Effect.map(rows.all(read(sql`SELECT DISTINCT ${rows.columns} FROM key_prefixes WHERE prefix > ''`)), (all) => {
          for (const { prefix } of all) add(prefix)
          // The time before the reading: what was imported during it may be missing.
          readAt = now
        })
  )
  const inTurn = Effect.unsafeMakeSemaphore(1)
  // A caller that waits in a transaction keeps a connection, for which the reader may wait.
  const refreshOnce = Effect.flatMap(isInTransaction, (inside) => (inside ? refresh : inTurn.withPermits(1)(refresh)))

  return {
    add,
    /** Whether a text begins with an imported prefix. */
    isImported: (secret: Redacted.Redacted): Effect.Effect<boolean, StorageFailure> =>
      Effect.suspend(() => {
        const text = Redacted.value(secret)
        if (begins(text)) return Effect.succeed(true)
        return Effect.flatMap(Clock.currentTimeMillis, (now) =>
          isRecent(now) ? Effect.succeed(false) : Effect.map(refreshOnce, () => begins(text))
        )
      })
  }
}

import { type BrokenChain, noteAuditCheck, type PrunedChain } from "@tollgate/core"
import { AuditStore, readChain } from "@tollgate/core/storage"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type DatabaseOptions, inExisting, toRead } from "../database/databaseLayer.js"
import { keptHeads } from "../input/keptHeads.js"
import { counted } from "../output/counted.js"
import { hasReaderLeft } from "../output/streams.js"
import { logging } from "../settings/logging.js"

/** Chains of the audit log are not as they were sealed. */
export class AuditLogBroken extends Data.TaggedError("AuditLogBroken")<{ readonly count: number }> {
  override get message(): string {
    return this.count === 1
      ? "1 chain of the audit log is broken."
      : `${this.count} chains of the audit log are broken.`
  }
}

// Logged to standard error, as the variables of the log say.
const log = logging({ log: Option.none(), logFormat: Option.none() })

const nameOf = (organization: string) =>
  organization === "" ? "host (no organization)" : `organization ${organization}`

const beginning = (seq: number) => (seq === 1 ? "entry 1 was" : `entries 1 to ${seq} were`)

/** What is wrong with a chain, by the number of an entry. */
const problems: { readonly [P in BrokenChain["problem"]]: (seq: number, same: number) => string } = {
  missing: (seq) => `entry ${seq} is missing`,
  changed: (seq) => `entry ${seq} is changed`,
  after_head: (seq) => `entry ${seq} comes after the end that the database has noted`,
  no_head: (seq) => `the database has noted no end, but there are entries from ${seq} on`,
  unexplained: (seq) => `${beginning(seq)} deleted, and no entry says that the retention did it`,
  differs: (seq, same) =>
    `entry ${seq} is not the one whose head was kept${same === 0 ? "" : `; up to entry ${same}, all are the same`}`
}

const lineOf = ({ organization_id, problem, same = 0, seq }: BrokenChain) =>
  `${nameOf(organization_id)}: ${problems[problem](seq, same)}`

const deletionOf = ({ at, isNotedLate, organization_id, seq }: PrunedChain) =>
  `${nameOf(organization_id)}: ${beginning(seq)} deleted by retention on ${isNotedLate ? "or before " : ""}${DateTime.formatIso(at)}`

/**
 * Computes the hash of every entry, compares it with the heads that were kept in a file, and prints which entries the retention has deleted and
 * where a chain is broken. Notes for each organization what was found. Fails if a chain is broken.
 */
export const verifyAuditLog = ({ heads, ...options }: DatabaseOptions & { readonly heads: Option.Option<string> }) =>
  Effect.gen(function* () {
    const kept = yield* Option.match(heads, { onNone: () => Effect.succeed([]), onSome: keptHeads })
    const { broken, chains, entries, pruned, same, unsealed } = yield* inExisting(options, toRead, noteAuditCheck(kept))
    for (const chain of pruned) yield* Console.log(deletionOf(chain))
    for (const chain of broken) yield* Console.log(lineOf(chain))
    if (unsealed > 0) {
      const waiting = counted(unsealed, "entry waits", "entries wait")
      yield* Console.log(`${waiting} for a number and a hash, and ${unsealed === 1 ? "is" : "are"} not checked.`)
    }
    if (kept.length > 0) {
      const others = same === kept.length || broken.length > 0 ? "" : " The entries of the others were deleted."
      yield* Console.log(
        `${same} of ${counted(kept.length, "kept head")} ${same === 1 ? "is" : "are"} the same here.${others}`
      )
    }
    if (broken.length > 0) return yield* new AuditLogBroken({ count: broken.length })
    yield* Console.log(`The audit log is intact: ${counted(chains, "chain")}, ${counted(entries, "entry", "entries")}.`)
  }).pipe(Effect.provide(log))

/** Prints the last number and hash of each chain, its first number, and the hash to which its first entry is chained. */
export const auditHeads = (options: DatabaseOptions) =>
  Effect.gen(function* () {
    const { chains } = yield* AuditStore
    for (const { deleted, hash, organization_id, seq } of yield* chains) {
      yield* Console.log(`${nameOf(organization_id)}  ${seq}  ${hash}  from ${deleted.seq + 1}  ${deleted.hash}`)
    }
  }).pipe((use) => inExisting(options, toRead, use))

/** Prints every entry as a line of JSON. */
export const exportAuditLog = (options: DatabaseOptions) =>
  Effect.gen(function* () {
    const { ends } = yield* AuditStore
    for (const end of yield* ends) {
      yield* readChain(
        end,
        0,
        Effect.fnUntraced(function* (entries) {
          for (const entry of entries) {
            yield* Console.log(JSON.stringify({ ...entry, created_at: DateTime.toEpochMillis(entry.created_at) }))
          }
          return hasReaderLeft() ? null : (entries.at(-1)?.seq ?? null)
        })
      )
    }
  }).pipe((use) => inExisting(options, toRead, use))

import {
  type ClaimAhead,
  FORGOTTEN_AT_ONCE,
  IdempotencyStore,
  KEPT_MILLIS,
  type KeptAnswerName,
  KeptAnswerRecord,
  StorageFailure
} from "@tollgate/core/storage"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { compiled } from "../table/compiled.js"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { contextOf } from "../transaction/contextOf.js"
import { type Compilable, Database } from "../transaction/Database.js"

type Store = Context.Tag.Service<IdempotencyStore>
type Writes = Pick<Store, "claim" | "claimAhead" | "find" | "forget" | "keep" | "release" | "wasKept">

const values = (...values: ReadonlyArray<unknown>) => values
const nameOf = ({ caller, name, organization_id }: KeptAnswerName) => [organization_id, caller, name]

/** The oldest time at which an answer was kept that is not forgotten, in milliseconds since 1970. */
const since = (at: number) => at - KEPT_MILLIS

const finding = (database: Context.Tag.Service<Database>) => {
  const { read, sql } = database
  const answers = table(database, "kept_answers", KeptAnswerRecord)
  const select = compiled(
    sql`SELECT ${answers.columns} FROM kept_answers
WHERE organization_id = ${null} AND caller = ${null} AND name = ${null} AND kept_at >= ${null} AND answer IS NOT NULL`,
    values
  )
  return (name: KeptAnswerName, at: number) => answers.first(read(select(...nameOf(name), since(at))))
}

/**
 * For how long the oldest answer is taken for known, in milliseconds. The transaction in which it was read may be rolled back, and
 * the answers that it has deleted, itself or others of its commit, are there again.
 */
const MAX_AGE_MS = 60_000

/**
 * Keeps an answer by the last statement of a transaction, and deletes old ones by another, which is left out while the oldest answer is
 * known and not old enough.
 */
const keeping = (
  { sql, writeLast }: Context.Tag.Service<Database>,
  store: (answer: KeptAnswerRecord) => Compilable,
  forget: (...values: ReadonlyArray<unknown>) => Compilable
): Store["keep"] => {
  const min = compiled(sql`SELECT min(kept_at) AS oldest FROM kept_answers`, values)
  // No answer is older, unless another process has kept or left it: that one deletes it, or `forget` does.
  let oldest = Number.NEGATIVE_INFINITY
  let readAt = Number.NEGATIVE_INFINITY
  return (answer) => {
    const at = answer.kept_at.epochMillis
    const stored = store(answer).compile()
    if (since(at) <= oldest && at < readAt + MAX_AGE_MS) {
      oldest = Math.min(oldest, at)
      return writeLast([stored], () => {})
    }
    const deleted = forget(since(at), FORGOTTEN_AT_ONCE).compile()
    return writeLast([stored, deleted, min().compile()], ([_, gone, rows]) => {
      const row = rows?.[0]
      if (gone?.length !== 0 || !Predicate.hasProperty(row, "oldest")) return
      oldest = Number(row.oldest)
      readAt = at
    })
  }
}

/** On SQLite, a transaction has the one writer from its beginning, so there is nothing to claim. */
const withOneWriter = (database: Context.Tag.Service<Database>): Writes => {
  const { sql, write } = database
  const find = finding(database)
  const forget = compiled(
    sql`DELETE FROM kept_answers WHERE (organization_id, caller, name) IN (
  SELECT organization_id, caller, name FROM kept_answers WHERE kept_at < ${null} ORDER BY kept_at LIMIT ${null}
) RETURNING 1`,
    values
  )
  const insert = compiled(
    sql`INSERT INTO kept_answers (organization_id, caller, name, fingerprint, answer, kept_at)
VALUES (${null}, ${null}, ${null}, ${null}, ${null}, ${null}) ON CONFLICT (organization_id, caller, name)
DO UPDATE SET fingerprint = excluded.fingerprint, answer = excluded.answer, kept_at = excluded.kept_at`,
    values
  )
  return {
    claim: (name, at) => find(name, at.epochMillis),
    wasKept: () => false,
    find: (name, at) => find(name, at.epochMillis),
    keep: keeping(
      database,
      ({ answer, fingerprint, kept_at, ...name }) => insert(...nameOf(name), fingerprint, answer, kept_at.epochMillis),
      forget
    ),
    release: () => Effect.void,
    forget: (at, most) => Effect.map(write(forget(since(at.epochMillis), most)), (rows) => rows.length)
  }
}

/** How many names of answers a process remembers. */
const MAX_NAMES = 1_000

/** Made once, because the stack of an error takes longer to make than the answer to be found. */
const taken = new StorageFailure({ cause: new Error("The idempotency key is taken."), outcome: "none" })

/** A claim that was sent, and what is called with its answer. */
const claimToAwait = () => {
  let isKnown = false
  let isTaken = false
  let tell = () => {}
  const claim: ClaimAhead = {
    isTaken: () => isTaken,
    known: Effect.async((resume) => {
      tell = () => resume(Effect.void)
      if (isKnown) tell()
    })
  }
  const onClaimed = (claimed: Exit.Exit<ReadonlyArray<unknown>, StorageFailure>): StorageFailure | null => {
    isKnown = true
    isTaken = Exit.isSuccess(claimed) && claimed.value.length === 0
    tell()
    if (Exit.isFailure(claimed)) return Option.getOrNull(Cause.failureOption(claimed.cause))
    return isTaken ? taken : null
  }
  return { claim, onClaimed }
}

/**
 * On PostgreSQL, a row without an answer is a claim: another transaction that inserts the same one waits until this one ends. An
 * answer that is too old is claimed by a lock of its row.
 */
const withRowLocks = (database: Context.Tag.Service<Database>): Writes => {
  const { sql, write, writeAhead } = database
  const find = finding(database)
  const lately = new Set<string>()
  const note = (name: KeptAnswerName) => {
    lately.add(nameOf(name).join(" "))
    for (const oldest of lately) {
      if (lately.size <= MAX_NAMES) break
      lately.delete(oldest)
    }
  }
  const claim = compiled(
    sql`INSERT INTO kept_answers (organization_id, caller, name, kept_at)
VALUES (${null}, ${null}, ${null}, ${null}) ON CONFLICT (organization_id, caller, name)
DO UPDATE SET kept_at = kept_answers.kept_at WHERE kept_answers.kept_at < ${null}
RETURNING 1`,
    values,
    (organization, caller, name) => `kept_answers ${organization} ${caller} ${name}`
  )
  const update = compiled(
    sql`UPDATE kept_answers SET fingerprint = ${null}, answer = ${null}, kept_at = ${null}
WHERE organization_id = ${null} AND caller = ${null} AND name = ${null}`,
    values
  )
  // What another transaction has locked is left to it.
  const forget = compiled(
    sql`WITH old AS (
  SELECT organization_id, caller, name FROM kept_answers
  WHERE kept_at < ${null} ORDER BY kept_at LIMIT ${null} FOR UPDATE SKIP LOCKED
) DELETE FROM kept_answers USING old WHERE kept_answers.organization_id = old.organization_id
  AND kept_answers.caller = old.caller AND kept_answers.name = old.name RETURNING 1`,
    values
  )
  const remove = compiled(
    sql`DELETE FROM kept_answers
WHERE organization_id = ${null} AND caller = ${null} AND name = ${null} AND answer IS NULL`,
    values
  )
  const keep = keeping(
    database,
    ({ answer, fingerprint, kept_at, ...name }) => update(fingerprint, answer, kept_at.epochMillis, ...nameOf(name)),
    forget
  )
  return {
    claim: (name, { epochMillis }) =>
      Effect.flatMap(write(claim(...nameOf(name), epochMillis, since(epochMillis))), (claimed) =>
        claimed.length > 0 ? Effect.succeedNone : find(name, epochMillis)
      ),
    claimAhead: (name, { epochMillis }) =>
      Effect.suspend(() => {
        const { claim: made, onClaimed } = claimToAwait()
        return Effect.as(writeAhead(claim(...nameOf(name), epochMillis, since(epochMillis)), onClaimed), made)
      }),
    wasKept: (name) => lately.has(nameOf(name).join(" ")),
    find: (name, at) =>
      Effect.tap(find(name, at.epochMillis), (found) =>
        Effect.sync(() => {
          if (Option.isSome(found)) note(name)
        })
      ),
    keep: (answer) => {
      note(answer)
      return keep(answer)
    },
    release: (name) => Effect.asVoid(write(remove(...nameOf(name)))),
    forget: (at, most) => Effect.map(write(forget(since(at.epochMillis), most)), (rows) => rows.length)
  }
}

const KeptAt = Schema.Struct({ kept_at: Schema.DateTimeUtcFromSelf })

export const make = contextOf(
  IdempotencyStore,
  Effect.map(Database, (database) => {
    const { read, sql } = database
    const times = rowReader(sql, KeptAt)
    const writes = sql.onDialectOrElse({ pg: () => withRowLocks, orElse: () => withOneWriter })(database)
    return IdempotencyStore.of({
      ...writes,
      latest: (beginning) =>
        Effect.map(
          times.first(
            read(sql`SELECT kept_at FROM kept_answers
WHERE substr(fingerprint, 1, ${beginning.length}) = ${beginning} ORDER BY kept_at DESC LIMIT 1`)
          ),
          Option.map(({ kept_at }) => kept_at)
        )
    })
  })
)

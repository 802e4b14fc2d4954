import type { OrganizationId } from "@tollgate/core"
import {
  CHUNK,
  FOREIGN_LEASE,
  HoldLife,
  type HoldRecord,
  SpendingActs,
  type SpendingRows,
  type StorageFailure
} from "@tollgate/core/storage"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isOfRows } from "../postgres/batchSettings.js"
import type { Reads } from "../queries/reads.js"
import type { Dialect } from "../rows/Dialect.js"
import { toId } from "../rows/holdRows.js"
import type { Row } from "../rows/scopeRows.js"
import type { Act, Chunk } from "../unit/runActs.js"
import type { SpendingEngine } from "../unit/unitRunner.js"
import { endedHolds, endedHoldsOf } from "./findHolds.js"
import { type Leases, noteLeases } from "./Leases.js"

type HoldId = HoldRecord["id"]

/** A hold that could not be expired, and why. */
interface Spoiled {
  readonly id: HoldId
  readonly cause: Cause.Cause<StorageFailure>
}

/** Whether a failure may be of one hold, such as a row that cannot be read or written, and not of the storage. */
const isOfHold = (cause: Cause.Cause<StorageFailure>): boolean =>
  !Cause.isInterrupted(cause) &&
  Option.match(Cause.failureOption(cause), {
    onNone: () => Cause.isDie(cause),
    onSome: (failure) => failure.outcome === "none" && isOfRows(failure)
  })

/** Expires holds whose lease has ended. One that cannot be expired keeps no other one from it: it is logged, and tried again later. */
export const holdExpiry = (
  { change, database, dialect, isServerTime, judge }: SpendingEngine,
  { select }: Reads,
  leases: Leases
) => {
  const noted = noteLeases(database, leases)
  const oneByOne = Effect.unsafeMakeSemaphore(1)

  /** Inside another transaction, what fails is undone alone. */
  const alone = <A, E, R>(act: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageFailure, R> =>
    Effect.flatMap(database.isInTransaction, (isJoining) => (isJoining ? database.attempt(act) : act))

  const dueHoldsOf = dueHoldsIn(select, leases, dialect, isServerTime)

  const expireAll = (ids: ReadonlyArray<HoldId>, now: number) =>
    noted(alone(judge(expiring(ids, now))), (holds) => holds)

  /** Expires what is due, and returns the number of holds. */
  const expireDue = Effect.fnUntraced(function* (organization_id: OrganizationId | null, now: number) {
    for (;;) {
      const ids = yield* dueHoldsOf(organization_id, now)
      if (ids.length === 0) return 0
      const spoiled = yield* expireApart(expireAll, ids, now)
      for (const { id } of spoiled) leases.spoiled(id, now)
      const [first] = spoiled
      if (first === undefined) return ids.length
      yield* Effect.logWarning("holds were not given back, and are tried again", first.cause).pipe(
        Effect.annotateLogs({ holds: spoiled.length, hold: first.id, seconds: FOREIGN_LEASE / 1000 })
      )
      // Others may be behind those.
      if (spoiled.length < ids.length) return ids.length - spoiled.length
    }
  })

  const chunkAt = (now: number): Chunk => ({
    find: endedHolds(now, dialect),
    isWanted: (hold) => HoldLife.expired(hold, now) !== hold && leases.isDue(hold, now),
    now,
    change: expire
  })

  /** Acts at the same time find the same holds. One that has a transaction does not wait for another, which may wait for that. */
  const expireSingly = (now: number) =>
    Effect.flatMap(database.isInTransaction, (isJoining) =>
      isJoining ? expireDue(null, now) : oneByOne.withPermits(1)(expireDue(null, now))
    )

  const expireAny = (now: number): Effect.Effect<number, StorageFailure> =>
    noted(alone(change(chunkAt(now))), (holds) => holds).pipe(
      Effect.map((holds) => holds.length),
      Effect.catchAllCause((cause) => (isOfHold(cause) ? expireSingly(now) : Effect.failCause(cause))),
      Effect.tap((count) => {
        if (count < CHUNK) leases.lookedFor(now)
      })
    )

  return {
    expireHolds: (now: number, organization_id?: OrganizationId) =>
      organization_id === undefined ? expireAny(now) : expireDue(organization_id, now),
    /** Expires what this process knows of before an act, which goes on if that fails: it only counts too much then. */
    before: <A, E, R>(now: number, act: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        if (!leases.hasEnded(now)) return act
        const given = Effect.catchAllCause(expireAny(now), (cause) =>
          Cause.isInterrupted(cause)
            ? Effect.interrupt
            : Effect.logWarning("holds were not given back, and are tried again before the next act", cause)
        )
        return Effect.zipRight(given, act)
      })
  }
}

const expire = (rows: SpendingRows, hold: HoldRecord, now: number): HoldRecord | null => {
  const after = HoldLife.expired(hold, now)
  return after === hold ? null : SpendingActs.save(rows, hold, after, now)
}

/** The act that expires holds. It answers them as they are then. */
const expiring = (ids: ReadonlyArray<HoldId>, now: number): Act<ReadonlyArray<HoldRecord>> => ({
  holds: ids,
  refs: [],
  creates: false,
  now,
  judge: (rows, now) =>
    ids.flatMap((id) => {
      const hold = rows.findHold(id)
      return hold === undefined ? [] : [expire(rows, hold, now) ?? hold]
    })
})

/** Some holds that are to be expired, of an organization or of all of them, if there are any. */
const dueHoldsIn = (select: Reads["select"], leases: Leases, dialect: Dialect, isServerTime: boolean) =>
  Effect.fnUntraced(function* (organization_id: OrganizationId | null, now: number) {
    const at = isServerTime ? null : now
    let [from, ties]: [number, ReadonlyArray<string>] = [0, []]
    for (;;) {
      // Leases that end at the same instant have no order.
      const limit = CHUNK + ties.length
      const rows: ReadonlyArray<Row> = yield* select(endedHoldsOf(organization_id, at, from, limit, dialect))
      const ended = rows.map(({ id, lease_ends_at, now }) => {
        // The id of a stored hold.
        const hold = { id: toId(id) as HoldId, lease_ends_at: Number(lease_ends_at), state: "open" } as const
        return { ...hold, isDue: leases.isDue(hold, Number(now)) }
      })
      const due = ended.flatMap(({ id, isDue }) => (isDue ? [id] : []))
      const last = ended.at(-1)
      if (due.length > 0 || last === undefined || ended.length < limit) return due.slice(0, CHUNK).sort()
      from = last.lease_ends_at
      ties = ended.flatMap(({ id, lease_ends_at }) => (lease_ends_at === from ? [id] : []))
    }
  })

/** Expires holds together, or by halves if one of them may be why that fails. Returns those that failed. */
const expireApart = (
  expireAll: (ids: ReadonlyArray<HoldId>, now: number) => Effect.Effect<unknown, StorageFailure>,
  ids: ReadonlyArray<HoldId>,
  now: number
): Effect.Effect<ReadonlyArray<Spoiled>, StorageFailure> =>
  Effect.catchAllCause(Effect.as(expireAll(ids, now), []), (cause) => {
    const [id] = ids
    if (!isOfHold(cause) || id === undefined) return Effect.failCause(cause)
    if (ids.length === 1) return Effect.succeed([{ id, cause }])
    const half = ids.length >> 1
    return Effect.zipWith(
      expireApart(expireAll, ids.slice(0, half), now),
      expireApart(expireAll, ids.slice(half), now),
      (one, other) => [...one, ...other]
    )
  })

import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { StorageFailure } from "../../ports/StorageFailure.js"
import { BoundedMap } from "../../runtime/BoundedMap.js"
import type { ChargedScope } from "../model/Admission.js"
import { chargedBy, endOf, type Spender, type SpenderName } from "../model/Spender.js"

/** A spender, and what all its requests derive from it. */
export interface CachedSpender {
  readonly spender: Spender
  readonly scopes: ReadonlyArray<ChargedScope>
  /** When its key or secret ends, in milliseconds since 1970; null if neither does. */
  readonly ends_at: number | null
  /** The `time` of the cache when its reading began. */
  readonly began: number
}

interface Entry extends CachedSpender {
  /** When it was read, in milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
}

type Read<R> = Effect.Effect<CachedSpender | null, StorageFailure, R>

interface Running {
  readonly began: number
  readonly result: Deferred.Deferred<CachedSpender | null, StorageFailure>
}

const MAX_SPENDERS = 10_000
/** Of their approximate size together. */
const MAX_BYTES = 64 * 1024 * 1024

/** It bounds how long a change by hand in SQL, which raises no version, goes unnoticed. */
const MAX_AGE_MS = 60_000

const all = new WeakMap<object, SpenderCache>()

/** The cache key of a spender. */
export const spenderKey = ({ needs_credentials, secret, user }: SpenderName): string =>
  `${secret}${needs_credentials ? "+" : " "}${user ?? ""}`

/** Derives what all requests of a spender need. `began` is the `time` of the cache when its reading began. */
export const cachedOf = (spender: Spender, began: number): CachedSpender => ({
  spender,
  scopes: chargedBy(spender, spender.versions),
  ends_at: endOf(spender),
  began
})

/** Whether nothing that is stored refuses a spender. One that is refused is read each time, so that refused requests evict no other. */
const maySpend = ({ has_holder, is_member, key }: Spender) =>
  has_holder && is_member && !key.disabled && !key.is_management

/**
 * Cache of the spenders that were read for earlier requests. An entry may be out of date: an admission compares its versions with the stored
 * ones, and answers `Stale` if they differ. A change in any process raises a version.
 */
export class SpenderCache {
  readonly #entries = new BoundedMap<string, Entry>(MAX_SPENDERS, MAX_BYTES, ({ bytes }) => bytes)
  readonly #running = new Map<string, Running>()
  /** Number of requests that an entry decided, whose entry was out of date, and that had no entry. */
  readonly lookups = { hit: 0, stale: 0, miss: 0 }
  #time = 0
  /** Replaced by `clear`, so that a reading that began before stores nothing. */
  #epoch = {}

  /** The cache of a store, which lives as long as the store. */
  static of(store: object): SpenderCache {
    const known = all.get(store) ?? new SpenderCache()
    all.set(store, known)
    return known
  }

  /** Counts the readings that have begun. The result of a reading that begins later includes every change acknowledged before this time. */
  get time(): number {
    return this.#time
  }

  /** Number of entries. */
  get size(): number {
    return this.#entries.size
  }

  /** Approximate size of the entries in bytes. */
  get bytes(): number {
    return this.#entries.weight
  }

  /**
   * Returns an entry that is not too old.
   *
   * @param now The present time in milliseconds since 1970.
   */
  get(name: string, now: number): CachedSpender | undefined {
    const entry = this.#entries.get(name)
    if (entry === undefined) return undefined
    // A clock that steps back says nothing about its age.
    if (now >= entry.at && now - entry.at < MAX_AGE_MS) return entry
    this.#entries.delete(name)
    return undefined
  }

  /** Removes an entry that is out of date, unless another one has replaced it. */
  forget(name: string, spender: Spender): void {
    if (this.#entries.get(name)?.spender === spender) this.#entries.delete(name)
  }

  /** Removes all entries. Readings that are under way store none. */
  clear(): void {
    this.#epoch = {}
    this.#entries.clear()
  }

  /**
   * Reads a spender and stores it. Requests that ask for it meanwhile share the reading. A reading that began before a request may admit
   * it, because versions are compared, but does not refuse it: a change may have been acknowledged since.
   *
   * @param since The `time` at which the request began.
   * @param now The present time in milliseconds since 1970.
   */
  read<R>(
    name: string,
    { now, since }: { readonly now: number; readonly since: number },
    read: Effect.Effect<Spender | null, StorageFailure, R>
  ): Read<R> {
    return Effect.suspend((): Read<R> => {
      const running = this.#running.get(name)
      if (running === undefined) return this.#begin(name, now, read)
      const answer = Deferred.await(running.result)
      if (running.began > since) return answer
      const again = () => this.read(name, { now, since }, read)
      // It may have begun before the key was created.
      return Effect.matchEffect(answer, {
        onFailure: again,
        onSuccess: (known) => (known === null ? again() : Effect.succeed(known))
      })
    })
  }

  #begin<R>(name: string, now: number, read: Effect.Effect<Spender | null, StorageFailure, R>): Read<R> {
    const began = ++this.#time
    const epoch = this.#epoch
    const result = Deferred.unsafeMake<CachedSpender | null, StorageFailure>(FiberId.none)
    this.#running.set(name, { began, result })
    const run = Effect.map(read, (spender) => {
      if (spender === null) return null
      const known = cachedOf(spender, began)
      if (epoch === this.#epoch && maySpend(spender)) this.#store(name, known, now)
      return known
    }).pipe(
      Effect.onExit((exit) => {
        this.#running.delete(name)
        return Deferred.done(result, exit)
      })
    )
    // Others wait for it, so it does not end with the request that was first.
    return Effect.zipRight(Effect.forkDaemon(run), Deferred.await(result))
  }

  #store(name: string, known: CachedSpender, at: number): void {
    const bytes = bytesOf(name) + bytesOf(known.spender) + bytesOf(known.scopes)
    this.#entries.set(name, { ...known, at, bytes })
  }
}

/** Of an object without its fields, approximately. */
const OBJECT_BYTES = 24
const FIELD_BYTES = 8

/** Approximate size of a value in memory, in bytes. What two values share is counted twice. */
const bytesOf = (value: unknown): number => {
  if (typeof value === "string") return OBJECT_BYTES + value.length
  if (typeof value === "bigint") return OBJECT_BYTES
  if (typeof value !== "object" || value === null) return 0
  let bytes = OBJECT_BYTES
  for (const field of Object.values(value)) bytes += FIELD_BYTES + bytesOf(field)
  return bytes
}

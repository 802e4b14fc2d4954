import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { ChargedScope } from "./Admission.js"
import { bytesOf } from "./bytesOf.js"
import { chargedBy, endOf, type Spender, type SpenderName } from "./Spender.js"

/** A spender that was read, and what follows from it for all its requests. */
export interface KnownSpender {
  readonly spender: Spender
  readonly scopes: ReadonlyArray<ChargedScope>
  /** When its key or secret ends, in milliseconds since 1970; null if neither does. */
  readonly ends_at: number | null
  /** Which reading it was: the `time` at its beginning. */
  readonly began: number
}

interface Kept extends KnownSpender {
  /** When it was read, in milliseconds since 1970. */
  readonly at: number
  readonly bytes: number
}

type Read<R> = Effect.Effect<KnownSpender | null, StorageFailure, R>

interface Running {
  readonly began: number
  readonly result: Deferred.Deferred<KnownSpender | null, StorageFailure>
}

/** How many spenders are kept at the same time, and how many bytes of them, about. */
const MOST = 10_000
const MOST_BYTES = 64 * 1024 * 1024

/** For how long they are kept, in milliseconds, whatever the versions say. */
const LONGEST = 60_000

const all = new WeakMap<object, KnownSpenders>()

/** The name of a spender in memory. */
export const spenderKey = ({ needs_credentials, secret, user }: SpenderName): string =>
  `${secret}${needs_credentials ? "+" : " "}${user ?? ""}`

/** What follows from a spender that was read. */
export const knownOf = (spender: Spender, began: number): KnownSpender => ({
  spender,
  scopes: chargedBy(spender),
  ends_at: endOf(spender),
  began
})

/**
 * Spenders that were read for earlier requests. They may be out of date: an admission compares their versions with the stored ones, and
 * answers `Stale` if they differ. A change in any process raises a version.
 */
export class KnownSpenders {
  readonly #kept = new Map<string, Kept>()
  readonly #running = new Map<string, Running>()
  /** How often requests were decided by what is kept, found it out of date, and had to read. */
  readonly lookups = { hit: 0, stale: 0, miss: 0 }
  #time = 0
  #bytes = 0
  /** Another object after everything was forgotten. */
  #epoch = {}

  /** Those of a store. They live as long as it does. */
  static of(store: object): KnownSpenders {
    const known = all.get(store) ?? new KnownSpenders()
    all.set(store, known)
    return known
  }

  /** Rises with each reading that begins. What was read by one that began later is true for everything before this time. */
  get time(): number {
    return this.#time
  }

  /** How many are kept. */
  get size(): number {
    return this.#kept.size
  }

  /** About how many bytes they take. */
  get bytes(): number {
    return this.#bytes
  }

  /** One that is kept, at an instant. */
  get(name: string, now: number): KnownSpender | undefined {
    const kept = this.#kept.get(name)
    if (kept === undefined) return undefined
    // A clock that steps back says nothing about its age.
    if (now >= kept.at && now - kept.at < LONGEST) return kept
    this.#delete(name, kept)
    return undefined
  }

  /** Forgets one that is out of date, unless another has taken its place. */
  forget(name: string, spender: Spender): void {
    const kept = this.#kept.get(name)
    if (kept?.spender === spender) this.#delete(name, kept)
  }

  /** Forgets all, and keeps nothing of the readings that run. */
  clear(): void {
    this.#epoch = {}
    this.#kept.clear()
    this.#bytes = 0
  }

  /**
   * Reads one and keeps it, once for all requests that want it meanwhile. A reading that began before a request is enough for
   * it, because its versions are compared, but it refuses nothing: a change may have been acknowledged since.
   *
   * @param since The time at which the request began.
   * @param now The present in milliseconds since 1970.
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
    const result = Deferred.unsafeMake<KnownSpender | null, StorageFailure>(FiberId.none)
    this.#running.set(name, { began, result })
    const run = Effect.map(read, (spender) => {
      if (spender === null) return null
      const known = knownOf(spender, began)
      if (epoch === this.#epoch) this.#keep(name, known, now)
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

  #keep(name: string, known: KnownSpender, at: number): void {
    const before = this.#kept.get(name)
    if (before !== undefined) this.#delete(name, before)
    const kept: Kept = { ...known, at, bytes: bytesOf(name) + bytesOf(known.spender) + bytesOf(known.scopes) }
    this.#kept.set(name, kept)
    this.#bytes += kept.bytes
    for (const [oldest, its] of this.#kept) {
      if (this.#kept.size <= MOST && this.#bytes <= MOST_BYTES) return
      this.#delete(oldest, its)
    }
  }

  #delete(name: string, { bytes }: Kept): void {
    this.#kept.delete(name)
    this.#bytes -= bytes
  }
}

import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import type { ByokCredential } from "../byok/ByokCredential.js"
import type { KeyRecord } from "../keys/KeyRecord.js"
import type { UserNotInOrganization } from "../organizations/OrganizationMember.js"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { WorkspaceId } from "../values/Id.js"
import type { AppliedGuardrail } from "./judgePolicy.js"
import type { KeyRefused } from "./KeyRefused.js"
import type { ScopeRef } from "./Scope.js"

/** A guardrail that applies to a request, with the scope that it limits. */
export interface Applied extends AppliedGuardrail {
  readonly ref: ScopeRef
}

/** What decides about requests of a key beside its record, with the versions of the scopes that guard it. */
export interface Rules {
  /** The scopes of the key, of its workspace and of its organization. */
  readonly versions: ReadonlyArray<{ readonly ref: ScopeRef; readonly version: number }>
  readonly guardrails: ReadonlyArray<Applied>
}

interface Kept {
  readonly rules: Rules
  /** Which reading it was: the `time` at its beginning. */
  readonly began: number
}

/** Rules, and the record of the key, which was read after the versions. */
export interface Reading extends Kept {
  readonly key: KeyRecord
}

type Refused = KeyRefused | UserNotInOrganization | StorageFailure

/** What a transaction has read after it has locked the scopes that guard it: nothing of it changes before the transaction ends. */
export class LockedRecords {
  readonly rules = new Map<string, Reading>()
  /** The credentials of workspaces. */
  readonly credentials = new Map<WorkspaceId, ReadonlyArray<ByokCredential>>()
}

interface Running {
  readonly began: number
  readonly result: Deferred.Deferred<Reading, Refused>
}

/** For how many pairs of a key and a user rules are kept at the same time. */
const MOST = 10_000

const all = new WeakMap<object, KeptRules>()

/**
 * Rules that were read for earlier requests. They may be out of date: an admission compares their versions with the stored ones, and
 * answers `Stale` if they differ. A change in any process raises a version.
 */
export class KeptRules {
  readonly #rules = new Map<string, Kept>()
  readonly #running = new Map<string, Running>()
  #time = 0

  /** Those of a store. They live as long as it does. */
  static of(store: object): KeptRules {
    const kept = all.get(store) ?? new KeptRules()
    all.set(store, kept)
    return kept
  }

  /** Rises with each reading that begins. What was read by one that began later is true for everything before this time. */
  get time(): number {
    return this.#time
  }

  get(name: string): Kept | undefined {
    return this.#rules.get(name)
  }

  set(name: string, { began, rules }: Kept): void {
    this.#rules.set(name, { began, rules })
    if (this.#rules.size <= MOST) return
    for (const oldest of this.#rules.keys()) {
      this.#rules.delete(oldest)
      return
    }
  }

  /** Forgets rules that are out of date, unless others have taken their place. */
  forget(name: string, rules: Rules): void {
    if (this.#rules.get(name)?.rules === rules) this.#rules.delete(name)
  }

  /**
   * Reads rules and keeps them, once for all requests that want them meanwhile. A reading that began before a request is enough for
   * it, because its versions are compared, but it refuses nothing: a change may have been acknowledged since.
   *
   * @param since The time at which the request began.
   */
  read<R>(
    name: string,
    since: number,
    read: Effect.Effect<Omit<Reading, "began">, Refused, R>
  ): Effect.Effect<Reading, Refused, R> {
    return Effect.suspend(() => {
      const running = this.#running.get(name)
      if (running === undefined) return this.#begin(name, read)
      const answer = Deferred.await(running.result)
      return running.began > since ? answer : Effect.catchAll(answer, () => this.read(name, since, read))
    })
  }

  #begin<R>(name: string, read: Effect.Effect<Omit<Reading, "began">, Refused, R>) {
    const began = ++this.#time
    const result = Deferred.unsafeMake<Reading, Refused>(FiberId.none)
    this.#running.set(name, { began, result })
    const run = Effect.map(read, ({ key, rules }): Reading => {
      const reading = { key, rules, began }
      this.set(name, reading)
      return reading
    }).pipe(
      Effect.onExit((exit) => {
        this.#running.delete(name)
        return Deferred.done(result, exit)
      })
    )
    // Others wait for it, so it does not end with the request that was first.
    return Effect.zipRight(Effect.forkDaemon(run), Deferred.await(result))
  }
}

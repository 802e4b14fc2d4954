import type { AppliedGuardrail } from "./judgePolicy.js"
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

/** For how many pairs of a key and a user rules are kept at the same time. */
const MOST = 10_000

const all = new WeakMap<object, KeptRules>()

/**
 * Rules that were read for earlier requests. They may be out of date: an admission compares their versions with the stored ones, and
 * answers `Stale` if they differ. A change in any process raises a version.
 */
export class KeptRules {
  readonly #rules = new Map<string, Rules>()

  /** Those of a store. They live as long as it does. */
  static of(store: object): KeptRules {
    const kept = all.get(store) ?? new KeptRules()
    all.set(store, kept)
    return kept
  }

  get(name: string): Rules | undefined {
    return this.#rules.get(name)
  }

  set(name: string, rules: Rules): void {
    this.#rules.set(name, rules)
    if (this.#rules.size <= MOST) return
    for (const oldest of this.#rules.keys()) {
      this.#rules.delete(oldest)
      return
    }
  }

  delete(name: string): void {
    this.#rules.delete(name)
  }
}

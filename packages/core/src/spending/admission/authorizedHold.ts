import { NodeInspectSymbol } from "effect/Inspectable"
import { holderOf } from "../../keys/identifyKey.js"
import type { KeyRecord } from "../../keys/KeyRecord.js"
import { unused } from "../../keys/KeyUsage.js"
import { type HoldRecord, showHold } from "../model/HoldRecord.js"
import type { AuthorizedHold } from "../model/NewHold.js"
import type { Scope } from "../model/Scope.js"
import { budgetsOf } from "../rules/budgets.js"
import { listedProviders } from "../rules/judgePolicy.js"

/** The stored hold of an admission, and the immutable records that it was judged by. */
export interface AdmittedRequest extends Pick<AuthorizedHold, "plan" | "repeated"> {
  readonly hold: HoldRecord
  readonly key: KeyRecord
  /** The scopes that the hold is charged to, after it. */
  readonly scopes: ReadonlyArray<Scope>
}

/**
 * The answer of an admission. `key_holder` and `budgets` are computed when they are first read, from the records of the admission, because
 * few callers read them. They are own properties, so that the object can be spread, compared and encoded like any other.
 */
class LazyAuthorizedHold implements AuthorizedHold {
  readonly data: AuthorizedHold["data"]
  readonly repeated: AuthorizedHold["repeated"]
  readonly plan: AuthorizedHold["plan"]
  readonly providers: AuthorizedHold["providers"]
  declare readonly key_holder: AuthorizedHold["key_holder"]
  declare readonly budgets: AuthorizedHold["budgets"]
  readonly #admitted: AdmittedRequest
  #holder: AuthorizedHold["key_holder"] | undefined
  #budgets: AuthorizedHold["budgets"] | undefined

  // Shared by all instances: with closures, each would have a V8 shape of its own.
  static readonly #keyHolder = {
    enumerable: true,
    get(this: LazyAuthorizedHold) {
      const { key, scopes } = this.#admitted
      this.#holder ??= holderOf(key, scopes.find(({ ref }) => ref.kind === "key") ?? unused)
      return this.#holder
    }
  }
  static readonly #budgetsOfScopes = {
    enumerable: true,
    get(this: LazyAuthorizedHold) {
      this.#budgets ??= this.#admitted.scopes.flatMap(budgetsOf)
      return this.#budgets
    }
  }

  constructor(admitted: AdmittedRequest) {
    const { hold, plan, repeated } = admitted
    this.data = showHold(hold)
    this.repeated = repeated
    this.plan = plan
    this.providers = listedProviders(hold)
    this.#admitted = admitted
    Object.defineProperty(this, "key_holder", LazyAuthorizedHold.#keyHolder)
    Object.defineProperty(this, "budgets", LazyAuthorizedHold.#budgetsOfScopes)
  }

  /** What `console.log` shows: the values. */
  [NodeInspectSymbol](): AuthorizedHold {
    return { ...this }
  }
}

/** Makes the answer of an admission. */
export const authorizedHold = (admitted: AdmittedRequest): AuthorizedHold => new LazyAuthorizedHold(admitted)

import { NodeInspectSymbol } from "effect/Inspectable"
import { holderOf } from "../keys/identifyKey.js"
import type { KeyRecord } from "../keys/KeyRecord.js"
import { unused } from "../keys/KeyUsage.js"
import { budgetsOf } from "./Budget.js"
import { type HoldRecord, showHold } from "./HoldRecord.js"
import { listedProviders } from "./judgePolicy.js"
import type { AuthorizedHold } from "./NewHold.js"
import type { Scope } from "./Scope.js"

/** What an admission has stored, and the records that it was judged by. None of them changes afterwards. */
export interface Admitted extends Pick<AuthorizedHold, "plan" | "repeated"> {
  readonly hold: HoldRecord
  readonly key: KeyRecord
  /** The scopes that the hold is charged to, after it. */
  readonly scopes: ReadonlyArray<Scope>
}

/**
 * What an admission shows. The holder of the key and the budgets are made when they are first read, as they were at the admission: few
 * callers read them. They are own properties, so that it can be spread, compared and encoded like any other object.
 */
class Shown implements AuthorizedHold {
  readonly data: AuthorizedHold["data"]
  readonly repeated: AuthorizedHold["repeated"]
  readonly plan: AuthorizedHold["plan"]
  readonly providers: AuthorizedHold["providers"]
  declare readonly key_holder: AuthorizedHold["key_holder"]
  declare readonly budgets: AuthorizedHold["budgets"]
  readonly #admitted: Admitted
  #holder: AuthorizedHold["key_holder"] | undefined
  #budgets: AuthorizedHold["budgets"] | undefined

  // Functions that all share: with closures, each admission would have a shape of its own.
  static readonly #keyHolder = {
    enumerable: true,
    get(this: Shown) {
      const { key, scopes } = this.#admitted
      this.#holder ??= holderOf(key, scopes.find(({ ref }) => ref.kind === "key") ?? unused)
      return this.#holder
    }
  }
  static readonly #ofScopes = {
    enumerable: true,
    get(this: Shown) {
      this.#budgets ??= this.#admitted.scopes.flatMap(budgetsOf)
      return this.#budgets
    }
  }

  constructor(admitted: Admitted) {
    const { hold, plan, repeated } = admitted
    this.data = showHold(hold)
    this.repeated = repeated
    this.plan = plan
    this.providers = listedProviders(hold)
    this.#admitted = admitted
    Object.defineProperty(this, "key_holder", Shown.#keyHolder)
    Object.defineProperty(this, "budgets", Shown.#ofScopes)
  }

  /** What `console.log` shows: the values. */
  [NodeInspectSymbol](): AuthorizedHold {
    return { ...this }
  }
}

/** Shows an admission. */
export const authorizedHold = (admitted: Admitted): AuthorizedHold => new Shown(admitted)

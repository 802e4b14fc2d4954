import { holderOf } from "../keys/identifyKey.js"
import type { KeyHolder } from "../keys/KeyHolder.js"
import type { KeyRecord } from "../keys/KeyRecord.js"
import { unused } from "../keys/KeyUsage.js"
import { type Budget, budgetsOf } from "./Budget.js"
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
 * Shows an admission. The holder of the key and the budgets are made when they are first read, as they were at the admission: few callers
 * read them. They are the object's own properties, so that it can be spread, compared and encoded like any other.
 */
export const authorizedHold = ({ hold, key, plan, repeated, scopes }: Admitted): AuthorizedHold => {
  let holder: KeyHolder | undefined
  let budgets: ReadonlyArray<Budget> | undefined
  return {
    data: showHold(hold),
    repeated,
    plan,
    providers: listedProviders(hold),
    get key_holder() {
      holder ??= holderOf(key, scopes.find(({ ref }) => ref.kind === "key") ?? unused)
      return holder
    },
    get budgets() {
      budgets ??= scopes.flatMap(budgetsOf)
      return budgets
    }
  }
}

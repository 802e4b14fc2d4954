import { holderOf } from "../keys/identifyKey.js"
import type { KeyRecord } from "../keys/KeyRecord.js"
import { unused } from "../keys/KeyUsage.js"
import { budgetsOf } from "./Budget.js"
import type { CredentialPlan } from "./CredentialPlan.js"
import { type HoldRecord, showHold } from "./HoldRecord.js"
import { listedProviders } from "./judgePolicy.js"
import type { AuthorizedHold } from "./NewHold.js"
import type { Scope } from "./Scope.js"

/** What an authorized hold shows. */
interface Parts {
  readonly hold: HoldRecord
  readonly repeated: boolean
  readonly plan: CredentialPlan
  readonly key: KeyRecord
  /** As they are after the hold. */
  readonly scopes: ReadonlyArray<Scope>
}

/** A hold, and what the gateway needs to make the request. */
export const authorizedHold = ({ hold, key, plan, repeated, scopes }: Parts): AuthorizedHold => ({
  data: showHold(hold),
  repeated,
  plan,
  providers: listedProviders(hold),
  key_holder: holderOf(key, scopes.find(({ ref }) => ref.kind === "key") ?? unused),
  budgets: scopes.flatMap((scope) => budgetsOf(scope))
})

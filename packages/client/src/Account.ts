import { type Activity, activity } from "./activity.js"
import { type Byok, byok } from "./byok.js"
import { type Guardrails, guardrails } from "./guardrails.js"
import { type Images, images } from "./images.js"
import { type Keys, keys } from "./keys.js"
import { type OAuth, oauth } from "./oauth.js"
import { type OrganizationMembers, organization } from "./organization.js"
import { type Presets, presets } from "./presets.js"
import { type Prices, prices } from "./prices.js"
import { type Ledger, ledger } from "./spending.js"
import type { Transport } from "./Transport.js"
import { type Workspaces, workspaces } from "./workspaces.js"

/**
 * Every operation, for one caller, by resource. A method rejects with the tagged error itself: one of those under its
 * `@throws`, or one of these, which every method has:
 *
 * - `InvalidCredential` if the key is unknown, malformed, disabled or expired.
 * - `ManagementKeyRequired` if the operation needs a management key and the caller has an ordinary one. Over HTTP this is
 *   `InvalidCredential` at the operations for which the contract lists no 403.
 * - `StorageFailure` if the storage failed. `outcome` is `none` if nothing was changed, and `unknown` if the change may have
 *   been stored.
 * - `GateClosed` if `close` was called before the method.
 * - `RateLimited` and `RequestFailed`, over HTTP only.
 */
export interface Account {
  readonly organization: OrganizationMembers
  readonly workspaces: Workspaces
  readonly keys: Keys
  readonly oauth: OAuth
  readonly byok: Byok
  readonly guardrails: Guardrails
  readonly presets: Presets
  readonly images: Images
  readonly prices: Prices
  readonly spending: Ledger
  readonly activity: Activity
}

export const account = <R>(transport: Transport<R>): Account => ({
  organization: organization(transport),
  workspaces: workspaces(transport),
  keys: keys(transport),
  oauth: oauth(transport),
  byok: byok(transport),
  guardrails: guardrails(transport),
  presets: presets(transport),
  images: images(transport),
  prices: prices(transport),
  spending: ledger(transport),
  activity: activity(transport)
})

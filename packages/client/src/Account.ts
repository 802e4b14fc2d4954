import { type Activity, activity } from "./activity.js"
import { type Alerts, alerts } from "./alerts.js"
import { type Audit, audit } from "./audit.js"
import { type Budgets, budgets } from "./budgets.js"
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
import { type Webhooks, webhooks } from "./webhooks.js"
import { type Workspaces, workspaces } from "./workspaces.js"

/**
 * Every operation, for one caller, by resource. A method rejects with the tagged error itself: one of those under its
 * `@throws`, or one of these, which every method has:
 *
 * - `InvalidCredential` if the key is unknown, malformed, disabled or expired.
 * - `ManagementKeyRequired` if the operation needs a management key and the caller has an ordinary one. Over HTTP this is
 *   `InvalidCredential` at the operations for which the contract lists no 403.
 * - `ReadOnlyKey` if the operation changes something and the caller has a read-only management key.
 * - `StorageFailure` if the storage failed. `outcome` is `none` if nothing was changed, and `unknown` if the change may have
 *   been stored.
 * - `GateClosed` if `close` was called before the method, or while it waited for open holds to end (`waitFor`).
 * - `RateLimited` and `RequestFailed`, over HTTP only.
 *
 * The resources are getters, so `{ ...account }` copies none of them. For an account with another one of them, such as in a test, write
 * `Object.create(account, { keys: { value: { ...account.keys, list } } })`.
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
  readonly budgets: Budgets
  readonly activity: Activity
  readonly alerts: Alerts
  readonly audit: Audit
  readonly webhooks: Webhooks
}

/** What was made of some properties. */
export type Made<A> = { -readonly [N in keyof A]?: A[N] }

/**
 * The operations over a transport. A resource is made on its first use, since a request often makes an account and uses one. It is kept in
 * a plain field: an object that inherits from an account, or a proxy of one, could not read a private one.
 */
export class TransportAccount implements Account {
  protected readonly transport: Transport
  private readonly made: Made<Account> = {}

  constructor(transport: Transport) {
    this.transport = transport
  }

  get organization(): OrganizationMembers {
    this.made.organization ??= organization(this.transport)
    return this.made.organization
  }

  get workspaces(): Workspaces {
    this.made.workspaces ??= workspaces(this.transport)
    return this.made.workspaces
  }

  get keys(): Keys {
    this.made.keys ??= keys(this.transport)
    return this.made.keys
  }

  get oauth(): OAuth {
    this.made.oauth ??= oauth(this.transport)
    return this.made.oauth
  }

  get byok(): Byok {
    this.made.byok ??= byok(this.transport)
    return this.made.byok
  }

  get guardrails(): Guardrails {
    this.made.guardrails ??= guardrails(this.transport)
    return this.made.guardrails
  }

  get presets(): Presets {
    this.made.presets ??= presets(this.transport)
    return this.made.presets
  }

  get images(): Images {
    this.made.images ??= images(this.transport)
    return this.made.images
  }

  get prices(): Prices {
    this.made.prices ??= prices(this.transport)
    return this.made.prices
  }

  get spending(): Ledger {
    this.made.spending ??= ledger(this.transport)
    return this.made.spending
  }

  get budgets(): Budgets {
    this.made.budgets ??= budgets(this.transport)
    return this.made.budgets
  }

  get alerts(): Alerts {
    this.made.alerts ??= alerts(this.transport)
    return this.made.alerts
  }

  get audit(): Audit {
    this.made.audit ??= audit(this.transport)
    return this.made.audit
  }

  get webhooks(): Webhooks {
    this.made.webhooks ??= webhooks(this.transport)
    return this.made.webhooks
  }

  get activity(): Activity {
    this.made.activity ??= activity(this.transport)
    return this.made.activity
  }
}

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

/** The operations over a transport. A resource is made on its first use, since a request often makes an account and uses one. */
export class TransportAccount<R> implements Account {
  protected readonly transport: Transport<R>
  #organization: OrganizationMembers | undefined
  #workspaces: Workspaces | undefined
  #keys: Keys | undefined
  #oauth: OAuth | undefined
  #byok: Byok | undefined
  #guardrails: Guardrails | undefined
  #presets: Presets | undefined
  #images: Images | undefined
  #prices: Prices | undefined
  #spending: Ledger | undefined
  #activity: Activity | undefined

  constructor(transport: Transport<R>) {
    this.transport = transport
  }

  get organization(): OrganizationMembers {
    this.#organization ??= organization(this.transport)
    return this.#organization
  }

  get workspaces(): Workspaces {
    this.#workspaces ??= workspaces(this.transport)
    return this.#workspaces
  }

  get keys(): Keys {
    this.#keys ??= keys(this.transport)
    return this.#keys
  }

  get oauth(): OAuth {
    this.#oauth ??= oauth(this.transport)
    return this.#oauth
  }

  get byok(): Byok {
    this.#byok ??= byok(this.transport)
    return this.#byok
  }

  get guardrails(): Guardrails {
    this.#guardrails ??= guardrails(this.transport)
    return this.#guardrails
  }

  get presets(): Presets {
    this.#presets ??= presets(this.transport)
    return this.#presets
  }

  get images(): Images {
    this.#images ??= images(this.transport)
    return this.#images
  }

  get prices(): Prices {
    this.#prices ??= prices(this.transport)
    return this.#prices
  }

  get spending(): Ledger {
    this.#spending ??= ledger(this.transport)
    return this.#spending
  }

  get activity(): Activity {
    this.#activity ??= activity(this.transport)
    return this.#activity
  }
}

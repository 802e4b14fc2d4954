import { type Byok, byok } from "./byok.js"
import { type Guardrails, guardrails } from "./guardrails.js"
import { type Images, images } from "./images.js"
import { type Keys, keys } from "./keys.js"
import { type OAuth, oauth } from "./oauth.js"
import { type OrganizationMembers, organization } from "./organization.js"
import { type Presets, presets } from "./presets.js"
import type { Transport } from "./Transport.js"
import { type Workspaces, workspaces } from "./workspaces.js"

/**
 * Every operation for one caller, by resource. Beside what it names, each method rejects with `InvalidInput`,
 * `InvalidCredential`, `ManagementKeyRequired`, `StorageFailure` or, once the gate is closed, `GateClosed`: always the tagged
 * error itself. A server may also answer `RateLimited`, or not as expected, which is `RequestFailed`; and where it hides what
 * kind of key an operation needs, it is `InvalidCredential` for the wrong kind.
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
}

export const account = <R>(door: Transport<R>): Account => ({
  organization: organization(door),
  workspaces: workspaces(door),
  keys: keys(door),
  oauth: oauth(door),
  byok: byok(door),
  guardrails: guardrails(door),
  presets: presets(door),
  images: images(door)
})

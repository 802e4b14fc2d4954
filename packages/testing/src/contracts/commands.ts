import { boosts } from "./commands/boosts.js"
import { byok } from "./commands/byok.js"
import type { Command } from "./commands/Command.js"
import { gatewayKeys } from "./commands/gatewayKeys.js"
import { guardrails } from "./commands/guardrails.js"
import { idempotency } from "./commands/idempotency.js"
import { images } from "./commands/images.js"
import { importedKeys } from "./commands/importedKeys.js"
import { keys } from "./commands/keys.js"
import { oauth } from "./commands/oauth.js"
import { organizations } from "./commands/organizations.js"
import { type Draw, picks } from "./commands/picks.js"
import { presets } from "./commands/presets.js"
import { requests } from "./commands/requests.js"
import { webhooks } from "./commands/webhooks.js"
import { workspaces } from "./commands/workspaces.js"
import type { Universe } from "./universe.js"

const resources = [
  keys,
  importedKeys,
  gatewayKeys,
  oauth,
  byok,
  guardrails,
  presets,
  boosts,
  requests,
  workspaces,
  organizations,
  images,
  idempotency,
  webhooks
]

/** Every port call that two stores are compared by, for one draw: the same calls in the same order for each store. */
export const commands = (universe: Universe, draw: Draw): ReadonlyArray<Command> => {
  const picked = picks(universe, draw)
  return resources.flatMap((resource) => resource(picked))
}

import type { Migration } from "../Migration.js"
import { activity } from "./activity.js"
import { alerts } from "./alerts.js"
import { audit } from "./audit.js"
import { boosts } from "./boosts.js"
import { byok } from "./byok.js"
import { listSizes } from "./counting.js"
import { dialects } from "./dialects.js"
import { gatewayKeys } from "./gatewayKeys.js"
import { guardrails } from "./guardrails.js"
import { idempotency } from "./idempotency.js"
import { images } from "./images.js"
import { keys } from "./keys.js"
import { meta } from "./meta.js"
import { oauth } from "./oauth.js"
import { organizations } from "./organizations.js"
import { presets } from "./presets.js"
import { prices } from "./prices.js"
import { requests } from "./requests.js"
import { spending } from "./spending.js"
import { webhooks } from "./webhooks.js"
import { workspaces } from "./workspaces.js"

// A table comes after the tables that it references. Every index starts with the WHERE of a statement, or with a
// foreign key, and ends with the statement's ORDER BY.
const parts = [
  ...[meta, listSizes, organizations, workspaces, keys, oauth, byok, guardrails, presets, images],
  ...[prices, gatewayKeys, spending, alerts, boosts, requests, activity, audit, idempotency, webhooks]
]

/** All tables, with their indexes, triggers and first rows. Nothing outside of this folder is a part of the texts. */
export const baseline: Migration = (name) => parts.flatMap((part) => part(dialects[name]))

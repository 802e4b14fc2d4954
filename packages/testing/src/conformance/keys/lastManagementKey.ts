import { badRequest, reads } from "../answers.js"
import { NEVER } from "../patches.js"
import { get } from "../requests.js"
import type { Family } from "../Subject.js"
import { patch, updatedKey } from "./apiKey.js"
import { lastKeyNamed, ONE_EXPIRING } from "./lastKey.js"

const own = "{MGMT_KEY_HASH}"
const setup = ["isolate"] as const
const works = { request: get("/presets"), expect: { status: 200 } }
const enabled = { request: patch(own, "{}"), expect: reads({ "data.disabled": false }) }
const unchanged = [{ request: patch(own, "{}"), except: ["data.updated_at"] }]

/** An organization always has an enabled management key that does not expire. */
export const lastManagementKey: Family = ({ sends }) => [
  sends(
    "last management key: disables itself",
    patch(own, '{"disabled":true}'),
    { ...lastKeyNamed("disabled"), alt: [404] },
    { setup, follow: [works, enabled], unchanged, why: "404 only if management keys are not addressable here" }
  ),
  sends(
    "last management key: disabling it with a new name changes nothing",
    patch(own, JSON.stringify({ disabled: true, name: NEVER })),
    badRequest,
    { setup, follow: [works, enabled], unchanged }
  ),
  sends(
    "last management key: disables itself while another one expires",
    patch(own, '{"disabled":true}'),
    lastKeyNamed("disabled"),
    {
      basis: "spec",
      setup,
      before: [ONE_EXPIRING],
      follow: [works, enabled],
      unchanged
    }
  ),
  sends(
    "last management key: gets an expiration time",
    patch(own, '{"expires_at":"2099-01-01T00:00:00Z"}'),
    lastKeyNamed("expires_at"),
    { basis: "spec", setup, follow: [works], unchanged }
  ),
  sends("last management key: may be renamed", patch(own, '{"name":"Root"}'), updatedKey({ name: "Root", hash: own }), {
    setup
  }),
  sends(
    "last management key: may be set to enabled",
    patch(own, '{"disabled":false}'),
    updatedKey({ disabled: false }),
    {
      setup
    }
  )
]

import { isolated } from "../about.js"
import { amounts } from "../families/amounts.js"
import { text } from "../families/texts.js"
import { patches } from "../patches.js"
import { body, post } from "../requests.js"
import type { Family } from "../Subject.js"

const newKey = (fields: object, limit: number | null) => ({
  request: post("/keys", JSON.stringify({ name: "New", ...fields })),
  expect: { status: 201, json: { "data.limit": limit } }
})
const set = body({ default_key_limit: 25 })

const newKeys: Family = ({ asks, request, shows }) => [
  asks("a new key has the limit, unless it states its own or null", set, shows({ default_key_limit: 25 }), {
    follow: [newKey({}, 25), newKey({ limit: 3 }, 3), newKey({ limit: null }, null), newKey({ management: true }, null)]
  }),
  asks("null clears the limit", body({ default_key_limit: null }), shows({ default_key_limit: null }), {
    before: [{ request: request(set), expect: { status: 200 } }],
    follow: [newKey({}, null)]
  })
]

export const updateOrganization = patches(
  "updateOrganization",
  { shape: "Organization", invalid: { default_key_limit: -1 }, fields: ["name", "default_key_limit"] },
  text("name"),
  isolated(amounts("default_key_limit"), newKeys)
)

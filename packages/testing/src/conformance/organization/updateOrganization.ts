import type { Target } from "../Change.js"
import { is, newRecord } from "../Expectation.js"
import { amounts } from "../families/amounts.js"
import { text } from "../families/texts.js"
import type { Given } from "../Given.js"
import { patches } from "../patches.js"
import { body } from "../Sent.js"
import { type Family, isolated } from "../Subject.js"

const set = body({ default_key_limit: 25 })

/** Creates a key, which gets this limit. */
const newKey = ({ api }: Given<Target>, fields: object, limit: number | null) =>
  api.post("/keys", { name: "New", ...fields }, newRecord({ limit }))

const newKeys: Family = ({ test }) => [
  test("a new key has the limit, unless it states its own or null", async (given) => {
    await given.ask(set, given.shows({ default_key_limit: 25 }))
    await newKey(given, {}, 25)
    await newKey(given, { limit: 3 }, 3)
    await newKey(given, { limit: null }, null)
    await newKey(given, { management: true }, null)
  }),
  test("null clears the limit", async (given) => {
    await given.ask(set, is(200))
    await given.ask(body({ default_key_limit: null }), given.shows({ default_key_limit: null }))
    await newKey(given, {}, null)
  })
]

export const updateOrganization = patches(
  "updateOrganization",
  { invalid: { default_key_limit: -1 }, fields: ["name", "default_key_limit"] },
  text("name"),
  isolated(amounts("default_key_limit"), newKeys)
)

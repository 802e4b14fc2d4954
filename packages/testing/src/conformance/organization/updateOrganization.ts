import type { Target } from "../Change.js"
import { badRequest, is, newRecord } from "../Expectation.js"
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

const thresholds: Family = ({ asks, refuses, test }) => [
  test("the thresholds of alerts are set, none, and the default ones", async (given) => {
    for (const alert_thresholds of [[1, 50, 100], [], null]) {
      await given.ask(body({ alert_thresholds }), given.shows({ alert_thresholds }))
    }
  }),
  asks("ten thresholds", body({ alert_thresholds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }), is(200)),
  ...[[0], [101], [1.5], [50, 50], [80, 50], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], ["50"], 50, "50,80", [null], {}].map(
    (alert_thresholds) =>
      refuses(`not thresholds of ${JSON.stringify(alert_thresholds)}`, body({ alert_thresholds }), {
        ...badRequest,
        json: { "error.metadata.issues.0.path.0": "alert_thresholds" }
      })
  )
]

export const updateOrganization = patches(
  "updateOrganization",
  { invalid: { default_key_limit: -1 }, fields: ["name", "default_key_limit", "alert_thresholds"] },
  text("name"),
  isolated(amounts("default_key_limit"), newKeys),
  isolated(thresholds)
)

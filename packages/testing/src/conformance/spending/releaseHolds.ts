import { about } from "../about.js"
import { badRequest, ok } from "../answers.js"
import { general } from "../families/general.js"
import { unknownFields } from "../families/unknownFields.js"
import { asGateway, asOtherGateway, json, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { hold, reading } from "./hold.js"

const released = (count: number) => ok({ released: count })
const body = (instance: string) => JSON.stringify({ instance })

/** An open hold of a process, by its number. */
const opening = (name: string, instance: string) => ({
  request: post(
    "/holds",
    JSON.stringify({ key: "{PLAIN_KEY}", amount: 0.001, model: "acme/writer", instance }),
    asGateway
  ),
  expect: { status: 201, save: { [name]: "data.id" } }
})

const processes: Family = ({ asks, request }) => [
  asks("the unsent holds of the process", { body: body("{FRESH_NAME}") }, released(1), {
    basis: "spec",
    setup: ["name-fresh"],
    before: [
      opening("UNSENT_ID", "{FRESH_NAME}"),
      opening("SENT_ID", "{FRESH_NAME}"),
      opening("ELSEWHERE_ID", "another"),
      {
        request: { method: "POST", path: "/holds/{SENT_ID}/sent", headers: asGateway },
        expect: hold({ state: "open" })
      }
    ],
    follow: [
      reading(hold({ state: "released" }), "{UNSENT_ID}"),
      reading(hold({ state: "open" }), "{SENT_ID}"),
      reading(hold({ state: "open" }), "{ELSEWHERE_ID}"),
      { request: request({ body: body("{FRESH_NAME}") }), expect: released(0) }
    ]
  }),
  asks(
    "none of another organization",
    { headers: { ...asOtherGateway, ...json }, body: body("{FRESH_NAME}") },
    released(0),
    {
      basis: "derived",
      setup: ["name-fresh"],
      before: [opening("UNSENT_ID", "{FRESH_NAME}")],
      follow: [reading(hold({ state: "open" }), "{UNSENT_ID}")]
    }
  )
]

const invalid: Family = ({ refuses }) =>
  ["{}", '{"instance":""}', '{"instance":null}', '{"instance":1}', `{"instance":"${"a".repeat(65)}"}`].map((body) =>
    refuses(`not ${body.slice(0, 40)}`, { body }, badRequest)
  )

export const releaseHolds = about(
  "releaseHolds",
  { success: { body: body("a process without holds"), expect: released(0) }, invalid: { body: "{}" } },
  general,
  unknownFields(),
  processes,
  invalid
)

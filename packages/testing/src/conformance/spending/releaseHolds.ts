import { part } from "../Api.js"
import { badRequest, is, ok } from "../Expectation.js"
import { general } from "../families/general.js"
import { unknownFields } from "../families/unknownFields.js"
import { freshName, WithId } from "../Made.js"
import type { Run } from "../Run.js"
import { body } from "../Sent.js"
import { about, type Family } from "../Subject.js"
import { act, hold, readHold } from "./hold.js"

const released = (count: number) => ok({ released: count })

/** An open hold of a process. */
const open = async ({ account, api, gateway }: Run, instance: string): Promise<string> => {
  const fields = { key: account.PLAIN_KEY, amount: 0.001, model: "acme/writer", instance }
  return part(await api.post("/holds", fields, is(201), gateway), WithId).data.id
}

const processes: Family = ({ test }) => [
  test("the unsent holds of the process", async ({ ask, run }) => {
    const instance = freshName()
    const [unsent, sent, elsewhere] = [await open(run, instance), await open(run, instance), await open(run, "another")]
    await act(run, sent, "sent", hold({ state: "open" }))
    await ask(body({ instance }), released(1))
    await readHold(run, unsent, { state: "released" })
    await readHold(run, sent, { state: "open" })
    await readHold(run, elsewhere, { state: "open" })
    await ask(body({ instance }), released(0))
  }),
  test("none of another organization", async ({ ask, by, run }) => {
    const instance = freshName()
    const unsent = await open(run, instance)
    await ask({ ...by(run.otherGateway), ...body({ instance }) }, released(0))
    await readHold(run, unsent, { state: "open" })
  })
]

const wrong = ["{}", '{"instance":""}', '{"instance":null}', '{"instance":1}', `{"instance":"${"a".repeat(65)}"}`]

export const releaseHolds = about(
  "releaseHolds",
  {
    body: () => '{"instance":"a process without holds"}',
    expect: () => released(0),
    invalid: { body: "{}" }
  },
  general,
  unknownFields(),
  processes,
  ({ refuses }) => wrong.map((body) => refuses(`not ${body.slice(0, 40)}`, { body }, badRequest))
)

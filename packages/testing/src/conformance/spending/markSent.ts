import type { Identified } from "../Change.js"
import { badRequest, TIME } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { unknownFields } from "../families/unknownFields.js"
import { UNKNOWN_UUID } from "../Ids.js"
import type { Run } from "../Run.js"
import { body } from "../Sent.js"
import { about, type Cases, sparing } from "../Subject.js"
import { act, ended, fresh, given, hold, holdId, readHold } from "./hold.js"

const sentBy = (credential_id: string | null) => ({ state: "open", sent_at: TIME, credential_id })
const settled = (credential_id: string | null) => hold({ state: "settled", credential_id, flags: [] })

const states: Cases<Identified> = ({ testIdle, test }) => [
  test("a repetition changes nothing", async ({ expect, own, run, succeed }) => {
    await succeed()
    await act(run, own, "sent", expect)
  }),
  test("without a body, no credential is stated", ({ expect, own, run }) => act(run, own, "sent", expect)),
  testIdle("a hold that was released", async ({ made, run }) => {
    await act(run, await made.releasedHold(), "sent", ended, { credential_id: null })
  })
]

const credentials: Cases<Identified> = ({ testIdle, test }) => {
  const outsidePlan = (name: string, credentialOf: (run: Run) => Promise<string>) =>
    test(`a credential that the plan does not have: ${name}`, async ({ ask, own, run }) => {
      await ask(body({ credential_id: await credentialOf(run) }), badRequest)
      await readHold(run, own, { state: "open", sent_at: null })
    })
  return [
    testIdle("a settlement that names no credential counts for the one that was sent", async ({ made, run }) => {
      const { credential, hold: id } = await made.credentialedHold()
      await act(run, id, "sent", hold(sentBy(credential)), { credential_id: credential })
      await readHold(run, id, sentBy(credential))
      await act(run, id, "settle", settled(credential), { cost: 0.125 })
    }),
    testIdle("the last credential counts", async ({ made, run }) => {
      const { credential, hold: id } = await made.credentialedHold()
      await act(run, id, "sent", hold(sentBy(credential)), { credential_id: credential })
      await act(run, id, "sent", hold(sentBy(null)), { credential_id: null })
      await act(run, id, "sent", hold(sentBy(null)))
      await act(run, id, "settle", settled(null), { cost: 0.125 })
    }),
    outsidePlan("another one", ({ made }) => made.credential()),
    outsidePlan("an unknown one", async () => UNKNOWN_UUID)
  ]
}

export const markSent = about<Identified>(
  "markSent",
  {
    ids: holdId,
    given,
    fresh,
    body: () => '{"credential_id":null}',
    expect: ({ own }) => hold({ id: own, ...sentBy(null) }),
    invalid: { body: '{"credential_id":"abc"}' },
    after: ({ own, run }) => readHold(run, own, { id: own, ...sentBy(null) })
  },
  sparing(general, ids),
  sparing(unknownFields({ cost: "1", model: '"acme/writer"' })),
  states,
  credentials,
  ({ spares }) =>
    ["abc", 1, true].map((id) =>
      spares(`not a credential: ${JSON.stringify(id)}`, body({ credential_id: id }), badRequest)
    )
)

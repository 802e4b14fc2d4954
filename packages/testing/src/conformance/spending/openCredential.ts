import { type Expectation, is, notFound } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { UNKNOWN_UUID } from "../Ids.js"
import type { Run } from "../Run.js"
import { about, type Cases, sparing } from "../Subject.js"
import { act, ended, hold, holdId } from "./hold.js"

interface Opened {
  readonly own: string
  readonly credential: string
  readonly secret: string
}

const opened = (key: string): Expectation => ({
  status: 200,
  body: { data: { key } },
  headers: { "cache-control": "no-store" }
})
const noCredential = (secret: string): Expectation => ({
  ...notFound,
  json: { "error.metadata.reason": "not_found" },
  absent: [secret]
})

const outcomes: Cases<Opened> = ({ test }) => {
  const outsidePlan = (name: string, credentialOf: (run: Run) => string | Promise<string>) =>
    test(name, async ({ ask, of, own, run }) => {
      await ask({ path: `/holds/${own}/credentials/${await credentialOf(run)}` }, noCredential(of.secret))
    })
  return [
    ...[UNKNOWN_UUID, "null", "abc"].map((id) => outsidePlan(`no credential of the plan: ${id}`, () => id)),
    outsidePlan("no credential of the plan: another organization's", ({ account }) => account.OTHER_BYOK_ID),
    outsidePlan("a credential that the plan does not have", ({ made }) => made.credential()),
    test("a credential that was disabled meanwhile", async ({ api, ask, of }) => {
      await api.patch(`/byok/${of.credential}`, { disabled: true }, is(200))
      await ask({}, noCredential(of.secret))
    }),
    test("a credential that was deleted meanwhile", async ({ api, ask, of }) => {
      await api.delete(`/byok/${of.credential}`, is(200))
      await ask({}, noCredential(of.secret))
    }),
    test("a hold that was released", async ({ ask, own, run }) => {
      await act(run, own, "release", hold({ state: "released" }))
      await ask({}, ended)
    })
  ]
}

export const openCredential = about<Opened>(
  "openCredential",
  {
    ids: holdId,
    given: ({ account }) => ({ own: account.HOLD_ID, credential: account.BYOK_ID, secret: "" }),
    fresh: async ({ made }) => {
      const { credential, hold, secret } = await made.credentialedHold()
      return { own: hold, credential, secret }
    },
    path: ({ credential }) => ({ credential_id: credential }),
    expect: ({ secret }) => opened(secret)
  },
  sparing<Opened>(general, ids),
  outcomes
)

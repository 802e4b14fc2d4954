import { invalidCredential, is, reads, refusedFor } from "../Expectation.js"
import { not, wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { unknownFields } from "../families/unknownFields.js"
import type { Given } from "../Given.js"
import { hash } from "../Ids.js"
import type { MadeKey } from "../Made.js"
import { bearer, body } from "../Sent.js"
import { about, type Cases } from "../Subject.js"
import { keyOfDeparted, minted, mintedIn } from "./apiKey.js"

interface Rotated extends MadeKey {
  readonly own: string
}

/** Rotates the key, and returns the new secret. */
const rotate = async ({ api, ask, own }: Given<Rotated>, fields: object = {}) =>
  mintedIn(api, await ask(body(fields), minted({ hash: own, name: "Temporary" }))).key

const secrets: Cases<Rotated> = ({ testIdle, test }) => [
  test("the new secret works, the old one does not, and the key stays the same", async (given) => {
    const { api, of, own } = given
    const itself = reads({ "data.hash": own })
    await api.get("/key", itself, bearer(of.key))
    const next = await rotate(given)
    await api.get("/key", itself, bearer(next))
    await api.get("/key", invalidCredential, bearer(of.key))
  }),
  test("within the grace, both work", async (given) => {
    const { api, of, own } = given
    const itself = reads({ "data.hash": own })
    const next = await rotate(given, { grace_seconds: 600 })
    await api.get("/key", itself, bearer(next))
    await api.get("/key", itself, bearer(of.key))
  }),
  test("a second rotation ends no earlier grace", async (given) => {
    const { api, of, own } = given
    const itself = reads({ "data.hash": own })
    const second = await rotate(given, { grace_seconds: 600 })
    const third = await rotate(given)
    await api.get("/key", itself, bearer(of.key))
    await api.get("/key", invalidCredential, bearer(second))
    await api.get("/key", itself, bearer(third))
  }),
  test("without a body, there is no grace", async ({ api, of, own, path }) => {
    await api.post(path, undefined, minted({ hash: own, name: "Temporary" }))
    await api.get("/key", invalidCredential, bearer(of.key))
  }),
  testIdle("a management key gets a management secret", async ({ run }) => {
    const { account, api } = await run.isolated()
    const rotated = await api.post(`/keys/${account.MGMT_KEY_HASH}/rotate`, {}, { status: 201, json: { key: /_mk_/ } })
    await api.get("/keys?limit=1", is(200), bearer(mintedIn(api, rotated).key))
    await api.get("/keys?limit=1", invalidCredential)
  }),
  testIdle("a key of a user who has left is not rotated", async ({ api, run }) => {
    await api.post(`/keys/${await keyOfDeparted(run)}/rotate`, {}, refusedFor("creator_left", "hash"))
  })
]

export const rotateKey = about<Rotated>(
  "rotateKey",
  {
    ids: hash,
    given: ({ account }) => ({ own: account.KEY_HASH, hash: account.KEY_HASH, key: "" }),
    fresh: async ({ made }) => {
      const key = await made.key()
      return { ...key, own: key.hash }
    },
    body: () => '{"grace_seconds":60}',
    expect: ({ own }) => minted({ hash: own }),
    invalid: { body: '{"grace_seconds":-1}' }
  },
  general,
  ids,
  wrongTypes("grace_seconds", "0", "1"),
  not("grace_seconds", "-1", "0.5", "2592001", "1e400"),
  unknownFields({ expires_at: "null", disabled: "false", hash: '"x"' }),
  rateLimit,
  secrets
)

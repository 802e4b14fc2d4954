import { badRequest, invalidCredential, is, notFound } from "../Expectation.js"
import { invalidAt } from "../families/ids.js"
import { UNKNOWN_HASH } from "../Ids.js"
import { NEVER } from "../patches.js"
import { body } from "../Sent.js"
import type { Family } from "../Subject.js"
import { updatedKey } from "./apiKey.js"

/** Keys that change themselves or other keys, and hashes in the path. */
export const otherKeys: Family = ({ alike, test, refuses }) => [
  test("an ordinary key changes itself", async ({ account, api, run }) => {
    const path = `/keys/${account.PLAIN_KEY_HASH}`
    const before = await api.patch(path, {}, updatedKey())
    await api.patch(path, { limit: 1_000_000 }, invalidCredential, run.plain)
    const { limit } = JSON.parse(before.body).data
    await api.patch(path, {}, updatedKey({ limit }))
  }),
  refuses(
    "an ordinary key disables another key",
    ({ by, run }) => ({ ...body({ disabled: true }), ...by(run.plain) }),
    invalidCredential
  ),
  test("disabling takes effect on the next request", async ({ account, api, run }) => {
    const path = `/keys/${account.PLAIN_KEY_HASH}`
    await api.patch(path, { disabled: true }, updatedKey({ disabled: true, hash: account.PLAIN_KEY_HASH }))
    await api.get("/presets", invalidCredential, run.plain)
    await api.patch(path, { disabled: false }, updatedKey({ disabled: false }))
    await api.get("/presets", is(200), run.plain)
  }),
  alike(
    "a malformed hash with invalid input",
    (given) => invalidAt(given, "abc"),
    badRequest,
    (given) => invalidAt(given, UNKNOWN_HASH)
  ),
  alike(
    "unknown id with an empty change",
    ({ at }) => ({ ...at(UNKNOWN_HASH), body: "{}" }),
    notFound,
    ({ at }) => at(UNKNOWN_HASH)
  ),
  // Path segments that look like keys are masked.
  test("a key in the path is in no log line", async ({ account, api, run }) => {
    const quiet = run.log()
    await api.patch(`/keys/${account.PLAIN_KEY}`, { name: NEVER }, notFound)
    await quiet(account.PLAIN_KEY)
  })
]

import { expectSame } from "../Api.js"
import { badRequest, type Expectation, is } from "../Expectation.js"
import { NEVER } from "../patches.js"
import type { Run } from "../Run.js"
import type { Family } from "../Subject.js"
import { expiringManager, lastKeyNamed, updatedKey } from "./apiKey.js"

const pathOf = ({ account }: Run) => `/keys/${account.MGMT_KEY_HASH}`

/** A change of the last management key that is refused, after which the key is as before and still works. */
const refused = async (own: Run, fields: object, expect: Expectation) => {
  const path = pathOf(own)
  const before = await own.api.patch(path, {}, is(200))
  await own.api.patch(path, fields, expect)
  expectSame(await own.api.patch(path, {}, updatedKey({ disabled: false })), before, "the key before", "updated_at")
  await own.api.get("/presets", is(200))
}

/** An organization always has an enabled management key that does not expire. */
export const lastManagementKey: Family = ({ test }) => {
  const last = (name: string, body: (own: Run) => Promise<unknown>) =>
    test(`last management key: ${name}`, async ({ run }) => body(await run.isolated()))
  return [
    // 404 only if management keys are not addressable here.
    last("disables itself", (own) => refused(own, { disabled: true }, { ...lastKeyNamed("disabled"), alt: [404] })),
    last("disabling it with a new name changes nothing", (own) =>
      refused(own, { disabled: true, name: NEVER }, badRequest)
    ),
    last("disables itself while another one expires", async (own) => {
      await expiringManager(own)
      await refused(own, { disabled: true }, lastKeyNamed("disabled"))
    }),
    last("gets an expiration time", (own) =>
      refused(own, { expires_at: "2099-01-01T00:00:00Z" }, lastKeyNamed("expires_at"))
    ),
    last("may be renamed", (own) =>
      own.api.patch(pathOf(own), { name: "Root" }, updatedKey({ name: "Root", hash: own.account.MGMT_KEY_HASH }))
    ),
    last("may be set to enabled", (own) =>
      own.api.patch(pathOf(own), { disabled: false }, updatedKey({ disabled: false }))
    )
  ]
}

import { deletions } from "../deletions.js"
import { invalidCredential, is, notFound, ok } from "../Expectation.js"
import { hash } from "../Ids.js"
import { bearer } from "../Sent.js"
import { expiringManager, lastKeyNamed } from "./apiKey.js"

export const deleteKey = deletions(
  "deleteKey",
  {
    ids: hash,
    fresh: async ({ made }) => {
      const { hash, key } = await made.key()
      return { own: hash, key }
    }
  },
  ({ testIdle, test }) => [
    test("its secret is refused afterwards", async ({ api, of, path }) => {
      await api.get("/key", is(200), bearer(of.key))
      await api.delete(path, ok({ deleted: true }))
      await api.get("/key", invalidCredential, bearer(of.key))
      await api.get(path, notFound)
    }),
    testIdle("the last management key cannot be deleted", async ({ run }) => {
      const { account, api } = await run.isolated()
      await api.delete(`/keys/${account.MGMT_KEY_HASH}`, lastKeyNamed("hash"))
      await api.get("/key", is(200))
    }),
    testIdle("the last management key without an expiry cannot be deleted", async ({ run }) => {
      const own = await run.isolated()
      await expiringManager(own)
      await own.api.delete(`/keys/${own.account.MGMT_KEY_HASH}`, lastKeyNamed("hash"))
      await own.api.get("/key", is(200))
    })
  ]
)

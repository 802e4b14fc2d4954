import { failure, missingCredential } from "../Expectation.js"
import { bearer, UNMINTED, withoutKey } from "../Sent.js"
import type { Family } from "../Subject.js"

const inside = ["SQLITE", "sqlite", "postgres", "    at ", "node_modules"]

/** A storage failure is 500 for every request, never 401, 404 or 429, and says that nothing was done. It has no details of the failure. */
export const storage: Family = ({ idle, testIdle }) => [
  testIdle("storage fails", async ({ run }) => {
    const { account, ask } = await idle(await run.failing())
    await ask({}, { ...failure, absent: [...inside, account.MGMT_KEY] })
  }),
  // Nothing is looked up before the caller is known.
  testIdle("storage fails, and a missing credential is still 401", async ({ run }) => {
    const { ask, by } = await idle(await run.failing())
    await ask(by(withoutKey), missingCredential)
  }),
  testIdle("storage fails, and an unknown key is 500, not 401", async ({ run }) => {
    const { ask, by } = await idle(await run.failing())
    await ask(by(bearer(UNMINTED)), failure)
  })
]

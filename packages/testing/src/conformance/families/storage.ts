import { failure, missingCredential } from "../answers.js"
import { bearer, UNMINTED, withoutKey } from "../requests.js"
import type { Family } from "../Subject.js"

const down = "fault:storage-down"
const inside = ["SQLITE", "sqlite", "postgres", "    at ", "node_modules", "{MGMT_KEY}"]

/** A storage failure is 500 for every request, and says that nothing was done. It has no details of the failure. */
export const storage: Family = ({ asks, by, good, success }) => [
  asks(
    "storage fails",
    success.setup === undefined ? {} : good,
    { ...failure, absent: inside },
    { basis: "spec", setup: [...(success.setup ?? []), down] }
  ),
  asks("storage fails, and a missing credential is still 401", by(withoutKey), missingCredential, {
    setup: [down],
    why: "nothing is looked up before the caller is known"
  }),
  asks("storage fails, and an unknown key is 500, not 401", by(bearer(UNMINTED)), failure, {
    setup: [down],
    why: "a storage failure is 500, never 401, 404 or 429"
  })
]

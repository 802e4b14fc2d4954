import { failure, missingCredential } from "../answers.js"
import { asNobody, bearer, UNMINTED } from "../requests.js"
import type { Family } from "../Subject.js"

const down = "fault:storage-down"
const inside = ["SQLITE", "sqlite", "postgres", "    at ", "node_modules", "{MGMT_KEY}"]

/** A failure of storage is 500, whatever was asked for, and tells nothing of what failed. */
export const storage: Family = ({ asks, by, good, success }) => [
  asks(
    "storage fails",
    success.setup === undefined ? {} : good,
    { ...failure, absent: inside },
    { basis: "spec", setup: [...(success.setup ?? []), down] }
  ),
  asks("storage fails, and a missing credential is still 401", by(asNobody), missingCredential, {
    setup: [down],
    why: "nothing is looked up before the caller is known"
  }),
  asks("storage fails under an unknown key, which is no answer about the key", by(bearer(UNMINTED)), failure, {
    setup: [down],
    why: "a failure of storage is 500, never 401, 404 or 429"
  })
]

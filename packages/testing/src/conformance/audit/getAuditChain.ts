import * as Schema from "effect/Schema"
import { record } from "../Expectation.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { about } from "../Subject.js"

export const getAuditChain = about(
  "getAuditChain",
  { expect: () => record({ seq: Schema.Int, hash: Schema.String, first_seq: 1, deleted_seq: null }) },
  general,
  rateLimit
)

import { record } from "../Expectation.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { about } from "../Subject.js"

export const getOrganization = about("getOrganization", { expect: () => record() }, general, rateLimit)

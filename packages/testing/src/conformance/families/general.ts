import { all, type Family, WHOLE } from "../Subject.js"
import { contentTypes } from "./contentTypes.js"
import { credentials } from "./credentials.js"
import { documents } from "./documents.js"
import { idempotency } from "./idempotency.js"
import { ignored } from "./ignored.js"
import { methods } from "./methods.js"
import { paths } from "./paths.js"
import { sizes } from "./sizes.js"
import { storage } from "./storage.js"

/** A valid request. */
const whole: Family = ({ succeeds }) => [succeeds(WHOLE, {})]

/** The cases of every operation. */
export const general: Family = all(
  whole,
  ignored,
  credentials,
  paths,
  methods,
  storage,
  documents,
  contentTypes,
  sizes,
  idempotency
)

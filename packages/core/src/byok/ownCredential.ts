import { own } from "../own.js"
import { uuidInput } from "../uuid.js"
import { ByokId, ByokNotFound } from "./ByokCredential.js"

/** A provider credential of the caller's organization, by its UUID. */
export const ownCredential = own(uuidInput(ByokId), ByokNotFound.of)

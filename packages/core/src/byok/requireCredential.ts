import { requireOwned } from "../access/requireOwned.js"
import { uuidInput } from "../schema/uuid.js"
import { ByokId, ByokNotFound } from "./ByokCredential.js"

/** A provider credential of the caller's organization, by its UUID. */
export const requireCredential = requireOwned(uuidInput(ByokId), (id) => ByokNotFound.of(id))

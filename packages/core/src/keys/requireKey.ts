import { requireOwned } from "../access/requireOwned.js"
import { KeyHash } from "../values/KeyHash.js"
import { KeyNotFound } from "./ApiKey.js"

/** A key of the caller's organization, by its hash. */
export const requireKey = requireOwned(KeyHash, (id) => KeyNotFound.of(id))

import { requireOwned } from "../access/requireOwned.js"
import { KeyHash } from "../values/KeyHash.js"
import { KeyNotFound } from "./ApiKey.js"

/** Reads or changes a key of the caller's organization by its hash. Fails with `KeyNotFound`. */
export const requireKey = requireOwned(KeyHash, (id) => KeyNotFound.of(id))

import { own } from "../own.js"
import { KeyNotFound } from "./ApiKey.js"
import { KeyHash } from "./KeyHash.js"

/** A key of the caller's organization, by its hash. */
export const ownKey = own(KeyHash, KeyNotFound.of)

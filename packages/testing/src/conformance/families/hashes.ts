import type { Family } from "../Subject.js"
import { type Ids, ids } from "./ids.js"

/** A well-formed hash of no key. */
export const UNKNOWN_HASH = "0".repeat(64)

/** The hash of a key in the path: 64 lower-case hex digits. */
export const hashes = (given: Omit<Ids, "unknownId">): Family => {
  const changed = (change: string) => given.own.replace("}", `|${change}}`)
  const more = [changed("upper"), changed("chop"), "{z*64}", "0".repeat(12), "{GUARDRAIL_ID}", ...(given.more ?? [])]
  return ids({ ...given, unknownId: UNKNOWN_HASH, more })
}

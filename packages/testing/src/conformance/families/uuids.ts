import { notFound } from "../answers.js"
import type { Family } from "../Subject.js"
import { type Ids, ids, UNKNOWN } from "./ids.js"

/** A well-formed id of nothing. */
export const UNKNOWN_UUID = "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001"

/** A UUID in the path, in any letter case and in no other form. */
export const uuids =
  (given: Omit<Ids, "unknownId">): Family =>
  (subject) => {
    const { named, path, refuses, succeeds } = subject
    const { own } = given
    const changed = (change: string) => own.replace("}", `|${change}}`)
    const at = (id: string) => ({ path: path.replace(own, id) })
    const likeUnknown = { ...notFound, sameAs: named(UNKNOWN) }
    const other = own === "{GUARDRAIL_ID}" ? "{BYOK_ID}" : "{GUARDRAIL_ID}"
    const more = [changed("chop"), changed("nodash"), "urn:uuid:$", ...(given.more ?? [])]
    return [
      ...ids({ ...given, unknownId: UNKNOWN_UUID, more })(subject),
      succeeds("id: in upper case", at(changed("upper"))),
      refuses("id: of something else", at(other), likeUnknown),
      refuses("id: the nil UUID", at("00000000-0000-0000-0000-000000000000"), likeUnknown),
      refuses("id: the UUID of all ones", at("ffffffff-ffff-ffff-ffff-ffffffffffff"), likeUnknown)
    ]
  }

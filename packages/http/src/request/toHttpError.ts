import { Refusals } from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import { type Refusal, type RefusalTag, type WireErrorOf, wireErrorOf } from "../api/errorTable.js"
import { logStorageFailure } from "./logging.js"

/** Fails with the wire error that a program's refusal is, and logs what storage said. */
export const toHttpError = <E extends Refusal<RefusalTag>>(
  refusal: E
): Effect.Effect<never, WireErrorOf<E["_tag"]>> => {
  const issues = "issues" in refusal ? refusal.issues : []
  // Of the union of all tags the compiler forgets which of them this one's are.
  const failed = Effect.fail(wireErrorOf(refusal._tag, issues) as WireErrorOf<E["_tag"]>)
  return refusal instanceof Refusals.StorageFailure ? Effect.zipRight(logStorageFailure(refusal), failed) : failed
}

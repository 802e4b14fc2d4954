import { Refusals } from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import { type Refusal, type RefusalTag, type WireErrorOf, wireErrorOf } from "../api/errorTable.js"
import { logStorageFailure } from "./logging.js"

/** Fails with the wire error of a program's refusal, and logs the cause of a storage failure. */
export const toHttpError = <E extends Refusal<RefusalTag>>(
  refusal: E
): Effect.Effect<never, WireErrorOf<E["_tag"]>> => {
  const issues = "issues" in refusal ? refusal.issues : []
  const outcome = "outcome" in refusal ? refusal.outcome : undefined
  // `_tag` has the type of all tags here; at run time it is the tag of E.
  const failed = Effect.fail(wireErrorOf(refusal._tag, issues, outcome) as WireErrorOf<E["_tag"]>)
  return refusal instanceof Refusals.StorageFailure ? Effect.zipRight(logStorageFailure(refusal), failed) : failed
}

import { Refusals } from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import { type Refusal, type RefusalTag, type WireErrorOf, wireErrorOf } from "../api/errorTable.js"
import { logStorageFailure } from "./logging.js"

/** Fails with the wire error of a program's refusal, and logs the cause of a storage failure. */
export const toHttpError = <E extends Refusal<RefusalTag>>(
  refusal: E
): Effect.Effect<never, WireErrorOf<E["_tag"]>> => {
  const failed = Effect.fail(wireErrorOf(refusal))
  return refusal instanceof Refusals.StorageFailure ? Effect.zipRight(logStorageFailure(refusal), failed) : failed
}

import type { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { failureLine } from "./failureLine.js"

/** What storage said, for who runs the server. */
export const logStorageFailure = ({ cause }: StorageFailure): Effect.Effect<void> =>
  Effect.annotateLogs(Effect.logError("storage failed"), "cause", failureLine(cause))

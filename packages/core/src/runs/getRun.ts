import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { LedgerCaller } from "../access/GatewayCaller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { RunPlace } from "./Run.js"
import { requirePath, requirePlace, requireStored } from "./runPlace.js"
import { showRun } from "./showRun.js"

/**
 * Returns a run with what it and all runs below it have spent.
 *
 * @param path Names of runs from the outermost, joined by slashes.
 * @throws RunNotFound, WorkspaceNotFound, InvalidInput without the organization for a gateway of all organizations, StorageFailure.
 */
export const getRun = Effect.fnUntraced(function* (path: string, place: RunPlace) {
  const now = yield* Clock.currentTimeMillis
  return showRun(yield* requireStored(yield* requirePlace(LedgerCaller, place), yield* requirePath(path), now), now)
}, withSpan("runs.getRun"))

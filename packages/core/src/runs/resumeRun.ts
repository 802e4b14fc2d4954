import * as Effect from "effect/Effect"
import { LedgerCaller } from "../access/GatewayCaller.js"
import { change } from "../records/change.js"
import { changeRun } from "./changeRun.js"
import { RunNotFound, type RunStop } from "./Run.js"
import { requirePath, requirePlace } from "./runPlace.js"
import { showRun } from "./showRun.js"

/**
 * Resumes a stopped run: requests are admitted again. A run above that is stopped still refuses them. Resuming a run that is not stopped
 * changes nothing.
 *
 * @param path Names of runs from the outermost, joined by slashes.
 * @throws RunNotFound, WorkspaceNotFound, InvalidInput without the organization for a gateway of all organizations, StorageFailure.
 */
export const resumeRun = Effect.fnUntraced(function* (path: string, input: RunStop) {
  const named = yield* requirePath(path)
  const { now, stored } = yield* changeRun(requirePlace(LedgerCaller, input), named, ({ before }) => {
    if (before === null) return Effect.fail(RunNotFound.of(named))
    const after = { ...before, run: { ...before.run, is_stopped: false } }
    return Effect.succeed(before.run.is_stopped ? after : null)
  })
  return showRun(stored, now)
}, change("runs.resumeRun"))

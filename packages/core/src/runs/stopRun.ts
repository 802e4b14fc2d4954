import * as Effect from "effect/Effect"
import { LedgerCaller } from "../access/GatewayCaller.js"
import { change } from "../records/change.js"
import { changeRun, createBelow } from "./changeRun.js"
import type { RunStop } from "./Run.js"
import { requirePath, requirePlace } from "./runPlace.js"
import { showRun } from "./showRun.js"

/**
 * Stops a run: from the next act on, in every process, no request is admitted and no amount raised in it and below it. Open holds renew
 * their leases and are settled as before. A run that does not exist is created stopped, if the run directly above exists. Stopping a stopped
 * run changes nothing.
 *
 * @param path Names of runs from the outermost, joined by slashes.
 * @throws RunNotFound for a text that is no path, RunRefused with `run_not_found` for a run above that does not exist, WorkspaceNotFound,
 * InvalidInput without the organization for a gateway of all organizations, StorageFailure.
 */
export const stopRun = Effect.fnUntraced(function* (path: string, input: RunStop) {
  const named = yield* requirePath(path)
  const { now, stored } = yield* changeRun(requirePlace(LedgerCaller, input), named, (found) => {
    const { before } = found
    if (before?.run.is_stopped === true) return Effect.succeed(null)
    const terms = before === null ? createBelow(found, {}) : Effect.succeed(before)
    return Effect.map(terms, (terms) => ({ ...terms, run: { ...terms.run, is_stopped: true } }))
  })
  return showRun(stored, now)
}, change("runs.stopRun"))

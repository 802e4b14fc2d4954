import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { change } from "../records/change.js"
import { changeRun, type TermsOfRun } from "./changeRun.js"
import { RunNotFound, type RunPatch } from "./Run.js"
import { requirePath, requirePlace } from "./runPlace.js"
import { showRun } from "./showRun.js"

/** The terms of a run with the stated ones in place of its own. */
const patched = (before: TermsOfRun, { expires_in, limit_usd, max_in_flight, max_requests }: RunPatch): TermsOfRun => {
  const { run } = before
  const { ends_at, max_requests: requests } = run
  return {
    ...before,
    limits: limit_usd === undefined ? before.limits : { ...before.limits, lifetime: limit_usd },
    max_in_flight: max_in_flight === undefined ? before.max_in_flight : max_in_flight,
    run: {
      ...run,
      max_requests: max_requests === undefined ? requests : max_requests,
      ends_at: expires_in === undefined ? ends_at : expires_in === null ? null : run.created_at + expires_in * 1000
    }
  }
}

const isSame = (one: TermsOfRun, other: TermsOfRun) =>
  one.limits.lifetime === other.limits.lifetime &&
  one.max_in_flight === other.max_in_flight &&
  one.run.max_requests === other.run.max_requests &&
  one.run.ends_at === other.run.ends_at

/**
 * Changes the limits of a run, from the next admission on in every process. Absent fields stay as they are; null removes a limit.
 *
 * @param path Names of runs from the outermost, joined by slashes.
 * @throws RunNotFound, WorkspaceNotFound, InvalidInput without the organization for a gateway of all organizations, StorageFailure.
 */
export const updateRun = Effect.fnUntraced(function* (path: string, patch: RunPatch) {
  const named = yield* requirePath(path)
  const run = yield* changeRun(requirePlace(ManagementCaller, patch), named, ({ before }) => {
    if (before === null) return Effect.fail(RunNotFound.of(named))
    const after = patched(before, patch)
    return Effect.succeed(isSame(before, after) ? null : after)
  })
  return showRun(run.stored, run.now)
}, change("runs.updateRun"))

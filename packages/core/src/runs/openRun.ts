import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { ManagementCaller } from "../access/Caller.js"
import { change } from "../records/change.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import { runScope } from "../spending/model/Scope.js"
import { refuseStated } from "../spending/rules/judge.js"
import { changeRun, createBelow } from "./changeRun.js"
import { type NewRun, type OpenedRun, RUN_PATH } from "./Run.js"
import { findStored, readPath, requirePlace } from "./runPlace.js"
import { showRun } from "./showRun.js"

/**
 * Creates a run before its first request. The run directly above must exist. If the run exists with the limits that are stated, it is
 * returned as it is; `expires_in` is ignored then.
 *
 * @param path Names of runs from the outermost, joined by slashes.
 * @throws RunRefused with `run_not_found` for a run above that does not exist, or with `run_conflict` if the run has other limits,
 * InvalidInput for the path, or without the organization for a gateway of all organizations, WorkspaceNotFound, StorageFailure.
 */
export const openRun = Effect.fnUntraced(function* (text: string, input: NewRun) {
  const named = readPath(text)
  if (Option.isNone(named)) return yield* new InvalidInput({ issues: [{ path: ["path"], expected: RUN_PATH }] })
  const path = named.value
  const place = yield* requirePlace(ManagementCaller, input)
  const stated = { ...Struct.omit(input, "organization_id", "workspace_id"), creates: true }
  const ref = runScope(place, path)
  const now = yield* Clock.currentTimeMillis
  // Without the lock, so that a repetition writes nothing.
  const found = yield* findStored(place, path, now)
  if (found !== undefined) {
    const refused = refuseStated(ref, found.scope, stated)
    if (refused !== null) return yield* refused
    return { data: showRun(found, now), repeated: true } satisfies OpenedRun
  }
  let repeated = false
  const opened = yield* changeRun(Effect.succeed(place), path, (run) => {
    repeated = run.before !== null
    if (run.before === null) return createBelow(run, stated)
    const refused = refuseStated(ref, run.before, stated)
    return refused === null ? Effect.succeed(null) : Effect.fail(refused)
  })
  return { data: showRun(opened.stored, opened.now), repeated } satisfies OpenedRun
}, change("runs.openRun"))

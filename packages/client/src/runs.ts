import type { NewRun, Paged, Run, RunPage, RunPatch, RunPlace, RunStop } from "#models"
import { methodsOf } from "./methodsOf.js"
import { OpenRun } from "./OpenRun.js"
import type { CallOptions, Transport } from "./Transport.js"

/**
 * Runs: pieces of work of many requests, such as agents, with limits on all of them together. A `path` has the names of runs from the
 * outermost, joined by slashes, such as `job-7/researcher`. A holder of a gateway key of all organizations states `organization_id`; any other
 * caller's own is taken. Amounts are in USD.
 */
export interface Runs {
  /**
   * Returns one page of runs, by the time of their latest request, newest first. For a run without a request, the time of its creation counts.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @throws {WorkspaceNotFound} if the organization has no workspace with the `workspace_id` of a `parent`.
   * @example
   * const { data, total_count } = await account.spending.runs.list({ state: "open" })
   */
  list(page?: RunPage, options?: CallOptions): Promise<Paged<Run>>
  /**
   * Returns a run with what it and all runs below it have spent.
   *
   * @throws {InvalidInput} if `place` is invalid; its `issues` name each field.
   * @throws {RunNotFound} if the workspace has no run with this path.
   * @throws {WorkspaceNotFound} if the organization has no workspace with this `workspace_id`.
   * @example
   * const { remaining, in_flight } = await account.spending.runs.get("job-7/researcher")
   */
  get(path: string, place?: RunPlace, options?: CallOptions): Promise<Run>
  /**
   * Stops a run: from the next request on, in every process, nothing is admitted in it and below it. Open holds renew their leases and are
   * settled as before. A run that does not exist is created stopped. Stopping it again changes nothing.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {RunNotFound} if the text is no path of a run.
   * @throws {RunRefused} if there is no run directly above it; `reason` is `run_not_found`.
   * @throws {WorkspaceNotFound} if the organization has no workspace with this `workspace_id`.
   * @example
   * const { state } = await account.spending.runs.stop("job-7", { reason: "It loops." })
   */
  stop(path: string, input?: RunStop, options?: CallOptions): Promise<Run>
  /**
   * Resumes a stopped run. A run above it that is stopped still refuses. Resuming a run that is not stopped changes nothing.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {RunNotFound} if the workspace has no run with this path.
   * @throws {WorkspaceNotFound} if the organization has no workspace with this `workspace_id`.
   * @example
   * const { state } = await account.spending.runs.resume("job-7")
   */
  resume(path: string, input?: RunStop, options?: CallOptions): Promise<Run>
}

/** Runs, to read, to stop and to limit. */
export interface ManagedRuns extends Runs {
  /**
   * Opens a run before its first request: creates it, below one that exists, or finds it with the limits that are stated. The result has the
   * run in `data`, and opens runs below it with `child`. `expires_in` is ignored if the run exists. Needs a management key.
   *
   * @throws {InvalidInput} if `path` or `terms` is invalid; its `issues` name each field.
   * @throws {RunRefused} if there is no run directly above it (`run_not_found`), or if it has other limits (`run_conflict`): `stored` and
   * `stated` have those that differ.
   * @throws {WorkspaceNotFound} if the organization has no workspace with this `workspace_id`.
   * @example
   * const job = await account.spending.runs.open("job-7", { limit_usd: 5 })
   * const researcher = await job.child("researcher", { limit_usd: 2 })
   * const left = await researcher.remaining()
   */
  open(path: string, terms?: NewRun, options?: CallOptions): Promise<OpenRun>
  /**
   * Changes the limits and the end of a run, from the next request on in every process. Omitted fields keep their values; null removes a
   * limit. Needs a management key.
   *
   * @throws {InvalidInput} if `patch` is invalid; its `issues` name each field.
   * @throws {RunNotFound} if the workspace has no run with this path.
   * @throws {WorkspaceNotFound} if the organization has no workspace with this `workspace_id`.
   * @example
   * const { remaining } = await account.spending.runs.update("job-7", { limit_usd: 10 })
   */
  update(path: string, patch: RunPatch, options?: CallOptions): Promise<Run>
}

/** The runs that a gateway or a manager may read and stop. */
export const runs = (transport: Transport): Runs => {
  const { mayTake } = methodsOf(transport)
  return {
    list: mayTake("listRuns"),
    get: mayTake("getRun"),
    stop: mayTake("stopRun"),
    resume: mayTake("resumeRun")
  }
}

export const managedRuns = (transport: Transport): ManagedRuns => {
  const { mayTake, takes } = methodsOf(transport)
  const open = mayTake("openRun")
  const made: ManagedRuns = {
    ...runs(transport),
    open: (path, terms = {}, options) => open(path, terms, options).then((opened) => new OpenRun(made, opened, terms)),
    update: takes("updateRun")
  }
  return made
}

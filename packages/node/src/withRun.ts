import type { RunStep, Spending } from "@tollgate/client"
import * as Predicate from "effect/Predicate"
import { CurrentRun } from "./CurrentRun.js"

/** A run that was opened before, as an operation on runs returns it. */
interface Opened {
  readonly data: { readonly path: string }
}

/**
 * Does work in a run: every request of `work`, however deep, is in this run, and below the run that is around it. Requests are those of
 * `authorize` and `recordUsage` of any `spending` of the same gate; a `run` that one of them states is below. Other gates see nothing of it.
 *
 * Each of the requests states the limits of the step. The first one that is admitted creates the run with them; a run that exists must have the
 * same, else it is refused with `RunRefused` (`run_conflict`). A step without limits names a run that exists, else its own requests create it
 * without limits. State `limit_usd: null` if a run below may be the first one to ask: it creates none above it otherwise (`run_not_found`).
 *
 * A run that was opened before, whose `with` does the same, is entered by its whole path, which must be that of the run around it, or below. Its limits are not stated, so
 * that they may be changed meanwhile. It has to be in the workspace of the keys that spend: in any other one, its path names another run.
 *
 * The run is followed by `AsyncLocalStorage`: through promises, timers and whatever else `work` starts, also after `work` has ended. A listener
 * runs where its event is emitted, and a generator where it is read: bind those to the run by `AsyncLocalStorage.bind`. A hold keeps the runs
 * that it was opened in.
 *
 * @param spending Holds of an open gate, or those that `Tollgate.connect` of this package returns.
 * @param run The name of the run below the one around it, and its limits; or a run that was opened.
 * @throws {InvalidInput} if `run` is invalid, if the path would have more than 8 runs, or if an opened run is not below the one around it; its
 * `issues` name each field. `work` is not called then.
 * @throws {TypeError} if `spending` is of another package, or if an opened run has no path. `work` is not called then.
 * @example
 * import { withRun } from "@tollgate/node"
 *
 * const ask = () => gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
 * // All of it costs at most $5, and what the researcher asks at most $1.
 * await withRun(gate.spending, { id: "job-7", limit_usd: 5 }, async () => {
 *   await ask()
 *   await withRun(gate.spending, { id: "researcher", limit_usd: 1 }, ask)
 * })
 */
export const withRun = async <A>(
  spending: Pick<Spending, "authorize">,
  run: RunStep | Opened,
  work: () => A | PromiseLike<A>
): Promise<A> => {
  const current = CurrentRun.of(spending)
  return Predicate.hasProperty(run, "data") ? current.at(pathOf(run.data), work) : current.below(run, work)
}

const pathOf = (data: unknown): string => {
  if (Predicate.hasProperty(data, "path") && Predicate.isString(data.path)) return data.path
  throw new TypeError(
    "withRun needs a run that was opened, with the text of its path in `data.path`, or a name and limits."
  )
}

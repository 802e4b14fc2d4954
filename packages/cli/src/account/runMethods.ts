import type { ManagedRuns, NewRun, Run, RunPatch } from "@tollgate/client"
import * as Predicate from "effect/Predicate"

/** The methods of runs by the words of the command line. `set` is `update` and `open` in one. */
export const runMethods = (runs: ManagedRuns) => ({
  ...runs,
  /** Changes a run, or creates it. One that was created meanwhile with other limits is changed. */
  set: async (path: string, limits: RunPatch): Promise<Run> => {
    for (;;) {
      const changed = await orNull(runs.update(path, limits), isMissing)
      if (changed !== null) return changed
      const opened = await orNull(runs.open(path, newRun(limits)), isOther)
      if (opened !== null) return opened.data
    }
  }
})

const isMissing = (refusal: unknown) => Predicate.isTagged(refusal, "RunNotFound")

const isOther = (refusal: unknown) =>
  Predicate.isTagged(refusal, "RunRefused") &&
  Predicate.hasProperty(refusal, "reason") &&
  refusal.reason === "run_conflict"

/** What a call resolves to; null if it is refused so. */
const orNull = <A>(call: Promise<A>, isExpected: (refusal: unknown) => boolean): Promise<A | null> =>
  call.catch((refusal: unknown) => (isExpected(refusal) ? null : Promise.reject(refusal)))

/** The limits of a new run, which has no end unless one is stated. */
const newRun = ({ expires_in, ...limits }: RunPatch): NewRun =>
  expires_in == null ? limits : { ...limits, expires_in }

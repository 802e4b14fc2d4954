import {
  type Account,
  type CallOptions,
  type Ledger,
  type ManagedRuns,
  type NewRun,
  type OpenedRun,
  OpenRun,
  type RunPlace
} from "@tollgate/client"
import type { CurrentRun } from "./CurrentRun.js"

/** A run that was opened, and does work: what `work` asks for is in it. */
export class BoundRun extends OpenRun {
  readonly #runs: ManagedRuns
  readonly #place: RunPlace
  readonly #current: CurrentRun

  /** @internal */
  constructor(runs: ManagedRuns, opened: OpenedRun, place: RunPlace, current: CurrentRun) {
    super(runs, opened, place)
    this.#runs = runs
    this.#place = place
    this.#current = current
  }

  /**
   * Does work in this run: the same as `withRun` with the `spending` of the same gate or connection. Limits are not stated again, so they may be
   * changed meanwhile. The run has to be in the workspace of the keys that spend: in any other one, its path names another run.
   *
   * @throws {InvalidInput} if this run is neither the run around the call nor below it. `work` is not called then.
   * @example
   * const job = await host.spending.runs.open("job-7", { limit_usd: 5 })
   * const ask = () => gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   * const hold = await job.with(ask)
   */
  async with<A>(work: () => A | PromiseLike<A>): Promise<A> {
    return this.#current.at(this.data.path, work)
  }

  /**
   * Opens a run directly below this one, in the same workspace.
   *
   * @param id Its name below this one: 1 to 128 of A-Z a-z 0-9 . _ : ~ @ -, not dots alone.
   * @throws {InvalidInput} if `id` or `terms` is invalid; its `issues` name each field.
   * @throws {RunRefused} if this run was deleted, or if the run has other limits; `reason` says which.
   * @example
   * const job = await host.spending.runs.open("job-7", { limit_usd: 5 })
   * const researcher = await job.child("researcher", { limit_usd: 2 })
   */
  override async child(id: string, terms?: Omit<NewRun, keyof RunPlace>, options?: CallOptions): Promise<BoundRun> {
    return new BoundRun(this.#runs, await super.child(id, terms, options), this.#place, this.#current)
  }
}

/** Runs, to read, to stop and to limit, and to work in. */
export interface BoundRuns extends ManagedRuns {
  /**
   * Opens a run before its first request: creates it, below one that exists, or finds it with the limits that are stated. The result has the
   * run in `data`, opens runs below it with `child`, and does work in it with `with`. `expires_in` is ignored if the run exists. Needs a
   * management key.
   *
   * @throws {InvalidInput} if `path` or `terms` is invalid; its `issues` name each field.
   * @throws {RunRefused} if there is no run directly above it (`run_not_found`), or if it has other limits (`run_conflict`): `stored` and
   * `stated` have those that differ.
   * @throws {WorkspaceNotFound} if the organization has no workspace with this `workspace_id`.
   * @example
   * const job = await host.spending.runs.open("job-7", { limit_usd: 5 })
   * const ask = () => gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   * const hold = await job.with(ask)
   */
  open(path: string, terms?: NewRun, options?: CallOptions): Promise<BoundRun>
}

/** The holds of an account, to read and to correct, and runs to work in. */
export interface BoundLedger extends Ledger {
  readonly runs: BoundRuns
}

/** Every operation, for one caller, with runs to work in. */
export interface BoundAccount extends Account {
  readonly spending: BoundLedger
}

/** Runs that are opened to work in. */
export const boundRuns = (runs: ManagedRuns, current: CurrentRun): BoundRuns => ({
  ...runs,
  open: async (path, terms = {}, options) => new BoundRun(runs, await runs.open(path, terms, options), terms, current)
})

/** An account whose runs are opened to work in. */
export const boundAccount = (account: Account, current: CurrentRun): BoundAccount => {
  let made: BoundLedger | undefined
  const get = () => {
    made ??= { ...account.spending, runs: boundRuns(account.spending.runs, current) }
    return made
  }
  return Object.create(account, { spending: { get, enumerable: true } })
}

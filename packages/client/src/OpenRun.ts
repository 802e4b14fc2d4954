import type { NewRun, OpenedRun, Run, RunPlace } from "#models"
import { InvalidInput } from "#refusals"
import { isRunId, RUN_ID } from "#shared"
import type { CallOptions } from "./Transport.js"

/** A run that was opened, as it was then. Its methods open runs below it, and read what is left. */
export class OpenRun implements OpenedRun {
  /** The run, as it was when it was opened. */
  readonly data: Run
  /** Whether the run existed already, with these limits. */
  readonly repeated: boolean
  readonly #runs: RunMethods
  readonly #place: RunPlace

  constructor(runs: RunMethods, { data, repeated }: OpenedRun, { organization_id }: RunPlace) {
    this.data = data
    this.repeated = repeated
    this.#runs = runs
    this.#place = { workspace_id: data.workspace_id, ...(organization_id === undefined ? {} : { organization_id }) }
  }

  /**
   * Opens a run directly below this one, in the same workspace.
   *
   * @param id Its name below this one: 1 to 128 of A-Z a-z 0-9 . _ : ~ @ -, not dots alone.
   * @throws {InvalidInput} if `id` or `terms` is invalid; its `issues` name each field.
   * @throws {RunRefused} if this run was deleted, or if the run has other limits; `reason` says which.
   * @example
   * const job = await account.spending.runs.open("job-7", { limit_usd: 5 })
   * const researcher = await job.child("researcher", { limit_usd: 2 })
   */
  async child(id: string, terms: Omit<NewRun, keyof RunPlace> = {}, options?: CallOptions): Promise<OpenRun> {
    if (!isRunId(id)) throw new InvalidInput({ issues: [{ path: ["id"], expected: RUN_ID }] })
    return this.#runs.open(`${this.data.path}/${id}`, { ...terms, ...this.#place }, options)
  }

  /**
   * Returns what a request of this run can cost at most now, in USD: the least of what is left of it and of the runs above it. Null if none of
   * them has a limit. Budgets of the key, its workspace and its organization may have less. The runs are read one by one, so requests in
   * between may count in some of them.
   *
   * @throws {RunNotFound} if this run, or one above it, was deleted.
   * @example
   * const job = await account.spending.runs.open("job-7", { limit_usd: 5 })
   * const left = await job.remaining()
   */
  async remaining(options?: CallOptions): Promise<number | null> {
    const names = this.data.path.split("/")
    const paths = names.map((_, at) => names.slice(0, at + 1).join("/"))
    const runs = await Promise.all(paths.map((path) => this.#runs.get(path, this.#place, options)))
    const left = runs.flatMap(({ remaining }) => remaining ?? [])
    return left.length === 0 ? null : Math.min(...left)
  }
}

/** What a run asks for: others below it, and those above. */
interface RunMethods {
  readonly open: (path: string, terms: NewRun, options?: CallOptions) => Promise<OpenRun>
  readonly get: (path: string, place: RunPlace, options?: CallOptions) => Promise<Run>
}

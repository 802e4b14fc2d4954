import { groupOf } from "./Case.js"

/** A failed case, with the reasons. */
export interface Failure {
  readonly n: number
  readonly operationId: string | null
  readonly name: string
  readonly reasons: ReadonlyArray<string>
}

/** A case that could not be run. It counts as neither passed nor failed. */
export interface Skip {
  readonly n: number
  readonly operationId: string | null
  readonly name: string
  readonly reason: string
}

export interface Report {
  readonly passed: number
  readonly failed: ReadonlyArray<Failure>
  readonly skipped: ReadonlyArray<Skip>
}

/** Whether at least one case passed and none failed. */
export const isHeld = ({ failed, passed }: Report): boolean => passed > 0 && failed.length === 0

/** A report as text: one line for each failed or skipped case, and last `N passed, N failed, N skipped`. */
export const formatReport = ({ failed, passed, skipped }: Report): string =>
  [
    ...failed.map((one) => `FAIL #${one.n} ${groupOf(one)} | ${one.name} | ${one.reasons.join("; ")}`),
    ...skipped.map((one) => `SKIP #${one.n} ${groupOf(one)} | ${one.name} | ${one.reason}`),
    `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`
  ].join("\n")

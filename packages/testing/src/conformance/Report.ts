import { groupOf } from "./groupOf.js"

/** A case that did not hold, and why. */
export interface Failure {
  readonly n: number
  readonly operationId: string | null
  readonly name: string
  readonly reasons: ReadonlyArray<string>
}

/** A case that could not be run, and why. It counts as neither passed nor failed. */
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

/** Whether cases were run, and every one held. */
export const isHeld = ({ failed, passed }: Report): boolean => passed > 0 && failed.length === 0

/** One line for each case that failed or was skipped, and last `N passed, N failed, N skipped`. */
export const formatReport = ({ failed, passed, skipped }: Report): string =>
  [
    ...failed.map((one) => `FAIL #${one.n} ${groupOf(one)} | ${one.name} | ${one.reasons.join("; ")}`),
    ...skipped.map((one) => `SKIP #${one.n} ${groupOf(one)} | ${one.name} | ${one.reason}`),
    `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`
  ].join("\n")

/** A refusal of Tollgate. */
export interface FoundRefusal extends Error {
  /** The name of its class, such as `BudgetExceeded`. */
  readonly _tag: string
  /** HTTP status of its answer. */
  readonly status: number | null
}

/** Frameworks wrap errors some times, and not in a circle. */
const DEEPEST = 8

const isRefusal = (error: unknown): error is FoundRefusal =>
  error instanceof Error && "_tag" in error && typeof error._tag === "string" && "status" in error

/** The refusal of Tollgate that an error is, or that is among its causes. Undefined if there is none. */
export const refusalIn = (error: unknown): FoundRefusal | undefined => {
  let found = error
  for (let depth = 0; depth < DEEPEST; depth++) {
    if (isRefusal(found)) return found
    found = found instanceof Error ? found.cause : undefined
  }
  return undefined
}

/** The system's code for a failure, such as `ECONNREFUSED`, taken from the first cause that has one. */
export const codeOf = (failure: unknown): string | null => {
  if (typeof failure !== "object" || failure === null) return null
  if ("code" in failure && typeof failure.code === "string") return failure.code
  return "cause" in failure ? codeOf(failure.cause) : null
}

/** What a failure of a request says, by its reason. */
const phrases = {
  no_answer: "The server did not answer",
  server_error: "The server failed unexpectedly",
  unknown_status: "The operation does not document the status of the answer",
  unreadable_answer: "The answer does not match the contract"
}

/** Why a request got no answer, or one that says nothing about its result. */
export type FailureReason = keyof typeof phrases

/** What is known of a failed request. */
interface Failure {
  readonly operation: string
  readonly reason: FailureReason
  readonly status: number | null
  readonly code: string | null
}

/** The message of a failed request. */
export const failureMessage = ({ code, operation, reason, status }: Failure): string => {
  const known = [status, code].filter((word) => word !== null)
  return `${operation}: ${phrases[reason]}${known.length === 0 ? "" : ` (${known.join(", ")})`}.`
}

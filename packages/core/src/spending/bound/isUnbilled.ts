/** Statuses of a server that stopped waiting for another one, which may go on and bill: timeouts, and a caller that left. */
const unanswered = new Set([408, 499, 504, 524])

/** Codes of connections that were never made. */
const unconnected = new Set(["EAI_AGAIN", "ECONNREFUSED", "ENOTFOUND", "UND_ERR_CONNECT_TIMEOUT"])

/** A field of an error, whatever the error is. */
const field = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined

/**
 * The HTTP status by which a provider refused: `statusCode` (AI SDK), `response.status` (Effect, axios) or `status` (SDKs of OpenAI and
 * Anthropic). A tagged error with a status, as those of Tollgate, is not the provider's.
 */
const statusOf = (error: unknown): unknown =>
  field(error, "statusCode") ??
  field(field(error, "response"), "status") ??
  (field(error, "_tag") === undefined ? field(error, "status") : undefined)

/**
 * Whether a provider bills nothing for a request that failed with an error: it answered with an HTTP status of 400 to 599, except 408, 499, 504 and
 * 524, by which a server says that it stopped waiting, or it was never connected to (`code` of the error or its cause). Any other error, also a
 * connection that was lost, says nothing: the provider may have billed.
 */
export const isUnbilled = (error: unknown): boolean => {
  const status = statusOf(error)
  if (typeof status === "number") return status >= 400 && status <= 599 && !unanswered.has(status)
  return [error, field(error, "cause")].some((reason) => {
    const code = field(reason, "code")
    return typeof code === "string" && unconnected.has(code)
  })
}

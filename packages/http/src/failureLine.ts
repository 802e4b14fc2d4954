const MAX_DEPTH = 4

// Their messages repeat what was sent.
const quoting = new Set(["ParseError", "RequestError", "ResponseError", "RouteNotFound", "MultipartError"])

/** An unknown failure in a line for the log: names, codes and messages along its causes, never its other fields. */
export const failureLine = (failure: unknown, depth = 0): string => {
  if (!(failure instanceof Error) || depth === MAX_DEPTH) return typeof failure
  const code = "code" in failure && typeof failure.code === "string" ? ` ${failure.code}` : ""
  const tag = "_tag" in failure ? String(failure._tag) : failure.name
  const message = quoting.has(tag) ? "" : (failure.message.split("\n")[0]?.slice(0, 200) ?? "")
  const cause = failure.cause === undefined ? "" : ` < ${failureLine(failure.cause, depth + 1)}`
  return `${tag}${code}: ${message}${cause}`
}

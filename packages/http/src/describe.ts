const MAX_DEPTH = 4

/** An unknown failure in a line for the log: names, codes and messages along its causes, never its other fields. */
export const describe = (failure: unknown, depth = 0): string => {
  if (!(failure instanceof Error) || depth === MAX_DEPTH) return typeof failure
  const code = "code" in failure && typeof failure.code === "string" ? ` ${failure.code}` : ""
  const message = failure.message.split("\n")[0]?.slice(0, 200) ?? ""
  const cause = failure.cause === undefined ? "" : ` < ${describe(failure.cause, depth + 1)}`
  return `${failure.name}${code}: ${message}${cause}`
}

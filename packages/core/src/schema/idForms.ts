// The forms of ids in requests. This file imports nothing: the client is made from it.

/** The form of a key's hash. */
export const KEY_HASH = /^[0-9a-f]{64}$/

/** The form of a UUID (RFC 9562, section 4), in lowercase. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** How many runs a path has at most. */
export const MAX_RUN_DEPTH = 8

/** What the name of a run may be. */
export const RUN_ID = "1 to 128 of A-Z a-z 0-9 . _ : ~ @ -, not dots alone"

/** Maximum length of the name of a run. */
export const MAX_RUN_ID_LENGTH = 128

/** The form of the name of a run, as a regular expression. No URL can carry `.` and `..` (RFC 3986, section 5.2.4), so dots alone are refused. */
export const RUN_ID_PATTERN = "\\.*[A-Za-z0-9_:~@-][A-Za-z0-9._:~@-]*"

const runId = new RegExp(`^${RUN_ID_PATTERN}$`)

/** Whether a value is the name of a run. */
export const isRunId = (name: unknown): name is string =>
  typeof name === "string" && name.length <= MAX_RUN_ID_LENGTH && runId.test(name)

/** Whether a text is the path of a run: 1 to 8 names of runs, joined by slashes. */
export const isRunPath = (path: string): boolean => {
  const names = path.split("/")
  return names.length <= MAX_RUN_DEPTH && names.every(isRunId)
}

/** The form of an idempotency key. */
export const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/

/** What an idempotency key may be. */
export const IDEMPOTENCY_KEY_WORDS = "1 to 255 visible ASCII characters"

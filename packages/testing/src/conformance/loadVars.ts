import { readFile } from "node:fs/promises"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { readVars } from "./readVars.js"

/** A file of placeholders cannot be used. The message never repeats its content, which includes keys. */
export class VarsRefused extends Data.TaggedError("VarsRefused")<{ readonly file: string; readonly why: string }> {
  override get message(): string {
    return `The placeholders in ${this.file} ${this.why}.`
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "cannot be read: there is no such file",
  EACCES: "cannot be read: this user may not",
  EISDIR: "cannot be read: it is a folder"
}

const codeOf = (cause: unknown) => (Predicate.hasProperty(cause, "code") ? String(cause.code) : "unknown error")

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Reads a file of placeholders for `runConformance` and `poolHooks`.
 *
 * @param file A JSON file with at least `MGMT_KEY`, as `tollgate demo --json` prints it.
 * @throws VarsRefused if the file cannot be read or has another form.
 */
export const loadVars = Effect.fnUntraced(function* (file: string) {
  const refused = (why: string) => new VarsRefused({ file, why })
  const text = yield* Effect.tryPromise({
    try: () => readFile(file, "utf8"),
    catch: (cause) => refused(reasons[codeOf(cause)] ?? `cannot be read: ${codeOf(cause)}`)
  })
  if (!isJson(text)) return yield* refused("are no JSON")
  const read = yield* Effect.try({
    try: () => readVars(text),
    catch: () => refused("must be one JSON object of texts, with lists of such objects under POOL")
  })
  if (read.vars["MGMT_KEY"] === undefined)
    return yield* refused("lack MGMT_KEY, without which hardly a case can be run")
  return read
})

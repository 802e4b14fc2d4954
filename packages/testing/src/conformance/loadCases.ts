import { readdir, readFile } from "node:fs/promises"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Case } from "./Case.js"

const decode = Schema.decodeUnknown(Schema.parseJson(Schema.Array(Case)), { onExcessProperty: "error" })

/** The cases of every `.json` file in a directory, by file name. */
export const loadCases = Effect.fnUntraced(function* (directory: URL) {
  const names = (yield* Effect.promise(() => readdir(directory))).filter((name) => name.endsWith(".json")).sort()
  const files = yield* Effect.forEach(names, (name) =>
    Effect.flatMap(
      Effect.promise(() => readFile(new URL(name, directory), "utf8")),
      decode
    )
  )
  return files.flat()
})

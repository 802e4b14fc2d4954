import { Effect, Layer } from "effect"
import { runRaces } from "../../sql/test/support/runRaces.js"
import { emptyFile, inFile } from "./support/files.js"

const openTwice = Effect.gen(function* () {
  const file = yield* emptyFile
  const open = Layer.build(Layer.fresh(inFile(file)))
  return [yield* open, yield* open] as const
})

runRaces("an SQLite file", openTwice)

import { Effect, Layer } from "effect"
import { runs } from "../../../test/runs.js"
import { admissionRaces } from "../../sql/test/support/admissionRaces.js"
import { priceRaces } from "../../sql/test/support/priceRaces.js"
import { emptyFile, inFile } from "./support/files.js"

const openTwice = Effect.gen(function* () {
  const file = yield* emptyFile
  const open = Effect.map(Layer.build(inFile(file)), Layer.succeedContext)
  return [yield* open, yield* open] as const
})

priceRaces("an SQLite file", openTwice, runs(400, 10_000))
admissionRaces("an SQLite file", openTwice, runs(1_000, 10_000))

import { Effect, Layer } from "effect"
import { runs } from "../../../test/runs.js"
import { admissionRaces } from "../../sql/test/support/admissionRaces.js"
import { priceRaces } from "../../sql/test/support/priceRaces.js"
import { emptyDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const openTwice = Effect.gen(function* () {
  const url = yield* emptyDatabase
  const open = Effect.map(Layer.build(inDatabase(url)), Layer.succeedContext)
  return [yield* open, yield* open] as const
})

priceRaces("a PostgreSQL database", openTwice, runs(400, 10_000))
admissionRaces("a PostgreSQL database", openTwice, runs(1_000, 10_000))

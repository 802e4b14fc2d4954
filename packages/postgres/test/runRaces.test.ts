import { Effect, Layer } from "effect"
import { SpendingTime } from "../../sql/dist/spending/SpendingTime.js"
import { runRaces } from "../../sql/test/support/runRaces.js"
import { emptyDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

const openTwice = Effect.gen(function* () {
  const url = yield* emptyDatabase
  const open = Layer.build(Layer.fresh(Layer.provide(inDatabase(url), Layer.succeed(SpendingTime, "arguments"))))
  return [yield* open, yield* open] as const
})

runRaces("a PostgreSQL database", openTwice)

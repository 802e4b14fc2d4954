import { Layer } from "effect"
import { SpendingTime } from "../../sql/dist/spending/SpendingTime.js"
import { manyRuns } from "../../sql/test/support/manyRuns.js"
import { inEmptyDatabase } from "./support/stores.js"

manyRuns("a PostgreSQL database", Layer.provide(inEmptyDatabase, Layer.succeed(SpendingTime, "arguments")))

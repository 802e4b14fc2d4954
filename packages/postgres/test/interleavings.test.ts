import { runs } from "../../../test/runs.js"
import { spendingInterleavings } from "../../sql/test/support/spendingInterleavings.js"
import { inEmptyDatabase } from "./support/stores.js"

spendingInterleavings("a PostgreSQL database", inEmptyDatabase, runs(25, 500))

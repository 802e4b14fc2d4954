import { runs } from "../../../test/runs.js"
import { setRaces } from "../../sql/test/support/setRaces.js"
import { inEmptyDatabase } from "./support/stores.js"

setRaces("PostgreSQL", inEmptyDatabase, runs(4, 40))

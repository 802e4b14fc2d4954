import { runs } from "../../../test/runs.js"
import { setRaces } from "../../sql/test/support/setRaces.js"
import { inEmptyDatabases } from "./support/stores.js"

setRaces("PostgreSQL", inEmptyDatabases(), runs(4, 40))

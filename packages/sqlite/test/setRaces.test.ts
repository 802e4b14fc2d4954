import { runs } from "../../../test/runs.js"
import { setRaces } from "../../sql/test/support/setRaces.js"
import { inFreshFiles } from "./support/files.js"

setRaces("an SQLite file", inFreshFiles(), runs(2, 20))

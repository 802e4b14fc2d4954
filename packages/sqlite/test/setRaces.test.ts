import { runs } from "../../../test/runs.js"
import { setRaces } from "../../sql/test/support/setRaces.js"
import { inFreshFile } from "./support/files.js"

setRaces("an SQLite file", inFreshFile, runs(2, 20))

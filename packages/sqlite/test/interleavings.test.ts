import { runs } from "../../../test/runs.js"
import { spendingInterleavings } from "../../sql/test/support/spendingInterleavings.js"
import { inFreshFile } from "./support/files.js"

spendingInterleavings("an SQLite file", inFreshFile, runs(40, 1_000))

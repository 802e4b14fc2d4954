import { Memory } from "@tollgate/core"
import { Layer } from "effect"
import { manyRuns } from "../../sql/test/support/manyRuns.js"
import { inFreshFile } from "./support/files.js"

manyRuns("memory", Layer.fresh(Memory.layer))
manyRuns("an SQLite file", inFreshFile)

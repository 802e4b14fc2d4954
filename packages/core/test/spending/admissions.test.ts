import { Memory } from "@tollgate/core"
import { runs } from "../../../../test/runs.js"
import { spendingInterleavings } from "../../../sql/test/support/spendingInterleavings.js"

spendingInterleavings("memory", Memory.layer, runs(40, 2_000))

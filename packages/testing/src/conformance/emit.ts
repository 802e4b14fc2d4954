import { cases } from "./cases.js"
import { emitCases } from "./emitCases.js"

// For servers and runners in other languages: `cases/` of this package.
emitCases(cases, new URL("../../cases/", import.meta.url))

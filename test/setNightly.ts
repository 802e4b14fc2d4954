import { NIGHTLY } from "./nightly.js"

// Modules that choose their counts by this variable are loaded after this one, here and in the workers.
process.env[NIGHTLY] = "1"

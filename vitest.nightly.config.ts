import { mergeConfig } from "vitest/config"
import { NIGHTLY } from "./test/runs.js"
import config from "./vitest.config.js"

// The projects' configurations, which are loaded later, and the workers read this variable.
process.env[NIGHTLY] = "1"

/** Every test with the night's counts, and the files named `*.nightly.ts`, one file after another. */
export default mergeConfig(config, { test: { minWorkers: 1, maxWorkers: 1 } })

// First: the list of the projects depends on what it sets.
import "./test/setNightly.js"
import { mergeConfig } from "vitest/config"
import config from "./vitest.config.js"

/** Every test with the night's counts, and the files named `*.nightly.ts`, one file after another. */
export default mergeConfig(config, { test: { minWorkers: 1, maxWorkers: 1 } })

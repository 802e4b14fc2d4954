import { defineConfig } from "vitest/config"

// A worker for each of two cores: the tests start servers and wait for them, and Vitest alone would use one.
export default defineConfig({ test: { projects: ["packages/*", "examples"], minWorkers: 2, maxWorkers: 2 } })

import { defineConfig } from "vitest/config"

// A worker for each of two cores: the tests start servers and wait for them, and Vitest alone would use one. Within a project,
// its files share a worker: loading the modules anew for each would take longer than the tests.
export default defineConfig({
  test: {
    projects: ["packages/*", "examples"],
    minWorkers: 2,
    maxWorkers: 2,
    poolOptions: { forks: { isolate: false } }
  }
})

import { defineConfig } from "vitest/config"
import projects from "./vitest.workspace.js"

// Three workers on two cores: the tests start servers and wait for them, for about a quarter of the time that two workers would have.
// The files of a project share a worker, since loading the modules again for each file takes longer than the tests.
// Most of what tests allocate is soon garbage: collecting it seldom and on one thread saves a tenth of the processor's time.
// Vitest 3.2 deprecates reading `vitest.workspace.ts` by itself, so its list is imported.
export default defineConfig({
  test: {
    projects,
    minWorkers: 3,
    maxWorkers: 3,
    poolOptions: { forks: { isolate: false, execArgv: ["--max-semi-space-size=64", "--single-threaded-gc"] } }
  }
})

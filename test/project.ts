import { fileURLToPath } from "node:url"
import { defineProject } from "vitest/config"
import { USUAL } from "./limits.js"
import { isNightly } from "./runs.js"

// The search for mutants records which code each test file runs.
const setupFiles =
  process.env.TOLLGATE_REACH === undefined
    ? []
    : [fileURLToPath(new URL("../packages/mutants/src/reachSetup.mjs", import.meta.url))]

const TESTS = ["test/**/*.test.ts", "outside/*/*.test.ts"]

/**
 * A project of `vitest.workspace.ts`. Its time limits only end what hangs: a test takes less than a minute on two quiet cores. One that takes longer
 * states a limit of its own: `it(name, test, LONG)`. There is no limit on all tests together.
 */
export const project = (name: string, tests: ReadonlyArray<string> = TESTS) => {
  return defineProject({
    test: {
      name,
      include: isNightly ? [...tests, ...tests.map((files) => files.replace(".test.ts", ".nightly.ts"))] : [...tests],
      testTimeout: USUAL,
      hookTimeout: USUAL,
      setupFiles,
      globalSetup: fileURLToPath(new URL("outside.ts", import.meta.url)),
      // Compiled packages are loaded by Node.js itself: transforming them again takes a tenth of the whole run.
      server: { deps: { external: [/\/packages\/[a-z]+\/dist\//] } }
    }
  })
}

import { fileURLToPath } from "node:url"
import { defineProject } from "vitest/config"
import { isNightly } from "./runs.js"

const MINUTE = 60_000

// The search for mutants records which code each test file runs.
const setupFiles =
  process.env.TOLLGATE_REACH === undefined
    ? []
    : [fileURLToPath(new URL("../scripts/mutants/reachSetup.mjs", import.meta.url))]

/**
 * A project of `vitest.workspace.ts`. Its time limits only end what hangs: the slowest test takes less than a tenth of
 * them on two quiet cores.
 */
export const project = (name: string, tests: ReadonlyArray<string> = ["test/**/*.test.ts"]) => {
  const limit = (isNightly ? 180 : 30) * MINUTE
  return defineProject({
    test: {
      name,
      include: isNightly ? [...tests, ...tests.map((files) => files.replace(".test.ts", ".nightly.ts"))] : [...tests],
      testTimeout: limit,
      hookTimeout: limit,
      setupFiles,
      // Compiled packages are loaded by Node.js itself: transforming them again takes a tenth of the whole run.
      server: { deps: { external: [/\/packages\/[a-z]+\/dist\//] } }
    }
  })
}

import { defineProject } from "vitest/config"
import { isNightly } from "./runs.js"

const MINUTE = 60_000

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
      // Compiled packages are loaded by Node.js itself: transforming them again takes a tenth of the whole run. Tests of the
      // client replace a module of theirs, which only Vitest's own loader allows.
      server: { deps: { external: name === "client" ? [] : [/\/packages\/[a-z]+\/dist\//] } }
    }
  })
}

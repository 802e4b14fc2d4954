import { project } from "./test/project.js"

/** The test projects: each folder has a `vitest.config.ts` that gives the project its name and its files. */
const folders = ["packages/*", "examples"]

// Vitest starts new workers for each project, which load Effect and the packages again. So without `--project` all tests are
// one project.
const together = [
  "packages/*/test/**/*.test.ts",
  "packages/*/outside/*/*.test.ts",
  "examples/*.test.ts",
  "examples/*/src/**/*.test.ts"
]

const isNamed = process.argv.some((argument) => argument.startsWith("--project"))

export default isNamed ? folders : [project("all", together)]

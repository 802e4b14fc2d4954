// npm test: installs and builds what is missing, checks the tests' types, because some tests assert compile errors, and runs
// every test. Arguments after `--` go to vitest.
import { prepareTests, runOrExit } from "./prepareTests.mjs"

const given = process.argv.slice(2)
const named = given.filter((_, index) => given[index - 1] === "--project")

await prepareTests(named.length === 0 ? undefined : named)
runOrExit("node_modules/vitest/vitest.mjs", "run", ...given)

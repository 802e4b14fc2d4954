import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { applyChange } from "./mutationPoints.mjs"
import { runTests } from "./runTests.mjs"

/** Writes a module's code where tests load it from: `dist`, and `src`, where the compiled module wins over the source. */
const withCode = async (root, mutant, change, body) => {
  const compiled = `${root}packages/${mutant.package}/dist/${mutant.module}`
  const beside = `${root}packages/${mutant.package}/src/${mutant.module}`
  const code = readFileSync(compiled, "utf8")
  try {
    for (const file of [compiled, beside]) writeFileSync(file, change(code))
    return await body()
  } finally {
    writeFileSync(compiled, code)
    rmSync(beside, { force: true })
  }
}

/** How much longer than without the mutant tests may take. */
const LONGER = 10

const seconds = (milliseconds) => `${Math.round(milliseconds / 1000)} s`

/**
 * What follows from tests that have reached their limit: the same tests are run without the mutant, and take what they take on
 * this machine now. If the limit was not ten times that, they run with the mutant for as long.
 */
const judgeHung = async (root, mutant, { args, limit, name }) => {
  const quiet = await withCode(
    root,
    mutant,
    (code) => code,
    () => runTests(root, args, limit)
  )
  const by = `${name}: they hang, and without it take ${seconds(quiet.milliseconds)}`
  // Nothing shows whether the mutant or the machine kept the tests from ending.
  if (!quiet.passed) return { verdict: "hung", by: `${name}, which do not end in ${seconds(limit)} without it, either` }
  const longer = LONGER * quiet.milliseconds
  if (limit >= longer) return { verdict: "noticed", by: `${by}, not ${seconds(limit)}` }
  const again = await withCode(
    root,
    mutant,
    (code) => applyChange(code, mutant),
    () => runTests(root, args, longer)
  )
  if (again.timedOut) return { verdict: "noticed", by: `${by}, not ${seconds(longer)}` }
  return again.passed ? undefined : { verdict: "noticed", by: again.failed ?? name }
}

/**
 * Applies the mutant in `root`, a copy, and runs each step's tests until one fails. A step is `{ name, args, limit }`. Returns the verdict, and
 * which test or step decided it: "noticed", "survived", or "hung" if a limit was reached and nothing shows that the mutant is why.
 */
export const judge = async (root, mutant, steps) => {
  for (const step of steps) {
    const { args, limit, name } = step
    const run = () => runTests(root, args, limit)
    const { failed, passed, timedOut } = await withCode(root, mutant, (code) => applyChange(code, mutant), run)
    const decided = timedOut ? await judgeHung(root, mutant, step) : undefined
    if (decided !== undefined) return decided
    if (!timedOut && !passed) return { verdict: "noticed", by: failed ?? name }
  }
  return { verdict: "survived", by: null }
}

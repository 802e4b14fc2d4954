import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { applyChange } from "./mutationPoints.mjs"
import { runTests } from "./runTests.mjs"

/** Writes the mutant where tests load the module from: `dist`, and `src`, where the compiled module wins over the source. */
const withMutant = async (root, mutant, body) => {
  const compiled = `${root}packages/${mutant.package}/dist/${mutant.module}`
  const beside = `${root}packages/${mutant.package}/src/${mutant.module}`
  const code = readFileSync(compiled, "utf8")
  try {
    for (const file of [compiled, beside]) writeFileSync(file, applyChange(code, mutant))
    return await body()
  } finally {
    writeFileSync(compiled, code)
    rmSync(beside, { force: true })
  }
}

/**
 * Applies the mutant in `root`, a copy, and runs each step's tests until one fails or takes longer than its limit. A step is
 * `{ name, args, limit }`. Returns the name of the step that noticed the mutant, or null.
 */
export const judge = (root, mutant, steps) =>
  withMutant(root, mutant, async () => {
    for (const { args, limit, name } of steps) {
      const { passed, timedOut } = await runTests(root, args, limit)
      // On a machine that is busy with other work, the limit can be reached without a mutant: the output shows it.
      if (timedOut) return `the time limit of ${name}`
      if (!passed) return name
    }
    return null
  })

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

/** How much longer tests may take that have reached their limit once: other work on the machine may have caused it. */
const LONGER = 3

/**
 * Applies the mutant in `root`, a copy, and runs each step's tests until one fails. A step is `{ name, args, limit }`. A step that
 * reaches its limit runs once more, with a longer one. Returns the verdict and the name of the step that decided it: "noticed", "hung"
 * if the step reached the longer limit, too, or "survived".
 */
export const judge = (root, mutant, steps) =>
  withMutant(root, mutant, async () => {
    for (const { args, limit, name } of steps) {
      const first = await runTests(root, args, limit)
      const { passed, timedOut } = first.timedOut ? await runTests(root, args, LONGER * limit) : first
      // Nothing shows whether the mutant or the machine kept the tests from ending.
      if (timedOut) return { verdict: "hung", by: name }
      if (!passed) return { verdict: "noticed", by: name }
    }
    return { verdict: "survived", by: null }
  })

/**
 * Per package: the projects whose tests can notice its mutants, the package's own first; how many of these are searched for tests
 * that mention a module; tests that notice what those do not; the share of mutants that must be noticed; how many a night
 * draws. A noticed mutant takes 5 to 60 s and a survivor two to three minutes, so all take two hours.
 */
export const plan = {
  // The contracts of the stores in memory are among the tests of `testing`.
  core: { projects: ["core", "testing", "http", "sqlite"], near: 2, contracts: [], bound: 0.9, count: 100 },
  sql: {
    projects: ["sql", "sqlite", "postgres"],
    near: 3,
    contracts: ["packages/sqlite/test/stores.test.ts", "packages/postgres/test/stores.test.ts"],
    bound: 0.85,
    count: 60
  },
  sqlite: { projects: ["sqlite", "node"], near: 2, contracts: [], bound: 0.85, count: 50 },
  postgres: { projects: ["postgres", "node"], near: 2, contracts: [], bound: 0.85, count: 30 }
}

const MINUTE = 60_000

/** Four times what the tests take without a mutant: a run that takes longer hangs. */
const limitOf = (milliseconds) => Math.max(MINUTE, 4 * milliseconds)

/** The projects whose tests may be related to a module of a package. */
export const near = (name) => plan[name].projects.slice(0, plan[name].near)

/** Some test files alone, named by their paths. */
export const stepOf = (files) => {
  const projects = new Set(files.map((file) => file.split("/")[1]))
  return {
    name: "these tests",
    args: [...[...projects].map((name) => `--project=${name}`), ...files],
    limit: 10 * MINUTE
  }
}

/** The tests to run on a mutant, quick ones first. `times` has the milliseconds that each project takes without a mutant. */
export const stepsFor = (mutant, related, times) => {
  const { contracts, projects } = plan[mutant.package]
  const whole = projects.map((name) => ({ name, args: [`--project=${name}`], limit: limitOf(times[name]) }))
  const files = [...new Set([...related, ...contracts])]
  if (files.length === 0) return whole
  const first = near(mutant.package)
  const limit = limitOf(first.reduce((sum, name) => sum + times[name], 0))
  return [{ name: "related tests", args: [...first.map((name) => `--project=${name}`), ...files], limit }, ...whole]
}

/**
 * Per package: the projects whose tests can notice its mutants, the package's own first; the share of mutants that must be
 * noticed; how many a night draws. A noticed mutant takes 5 to 60 s and a survivor two to three minutes, so all take two hours.
 */
export const plan = {
  // The contracts of the stores in memory are among the tests of `testing`.
  core: { projects: ["core", "testing", "http", "sqlite"], bound: 0.9, count: 100 },
  sql: { projects: ["sql", "sqlite", "postgres"], bound: 0.85, count: 60 },
  sqlite: { projects: ["sqlite", "node"], bound: 0.85, count: 50 },
  postgres: { projects: ["postgres", "node"], bound: 0.85, count: 30 }
}

const MINUTE = 60_000

/** Four times what the tests take without a mutant: a run that takes longer hangs. */
const limitOf = (milliseconds) => Math.max(MINUTE, 4 * milliseconds)

/** The tests to run on a mutant, quick ones first. `times` has the milliseconds that each project takes without a mutant. */
export const stepsFor = (mutant, related, times) => {
  const { projects } = plan[mutant.package]
  const whole = projects.map((name) => ({ name, args: [`--project=${name}`], limit: limitOf(times[name]) }))
  if (related.length === 0) return whole
  const first = projects.slice(0, 2)
  const limit = limitOf(first.reduce((sum, name) => sum + times[name], 0))
  return [{ name: "related tests", args: [...first.map((name) => `--project=${name}`), ...related], limit }, ...whole]
}

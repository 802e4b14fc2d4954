import { mentions, startsProcesses } from "./mentions.mjs"
import { reaching } from "./reach.mjs"

/**
 * Per package: the projects whose tests can notice its mutants; the share of mutants that must be noticed; how many a
 * night draws. A noticed mutant takes 5 to 60 s and a survivor up to three minutes, so all take two hours.
 */
export const plan = {
  // The contracts of the stores in memory are among the tests of `testing`.
  core: { projects: ["core", "testing", "http", "sqlite"], bound: 0.9, count: 100 },
  sql: { projects: ["sql", "sqlite", "postgres"], bound: 0.85, count: 60 },
  sqlite: { projects: ["sqlite", "node"], bound: 0.85, count: 50 },
  postgres: { projects: ["postgres", "node"], bound: 0.85, count: 30 }
}

const SECOND = 1000
const MINUTE = 60 * SECOND

// Tests of so much processor time run together before the next ones: the first few notice most mutants.
const shares = [2 * SECOND, 15 * SECOND, Infinity]

// Starting a second worker takes longer than a few tests.
const ONE_WORKER = ["--minWorkers=1", "--maxWorkers=1"]

/** A run that takes longer is compared with one without the mutant. */
const limitOf = (milliseconds) => Math.max(MINUTE, 3 * milliseconds)

/** Some test files alone, named by their paths. */
export const stepOf = (files) => ({ name: "these tests", args: files, limit: 10 * MINUTE })

const step = (name, tests) => ({
  name: `${name} (${tests.length} files)`,
  args: [...(tests.length > 3 ? [] : ONE_WORKER), ...tests.map(({ test }) => test)],
  limit: limitOf(tests.reduce((sum, { milliseconds }) => sum + milliseconds, 0))
})

/**
 * All test files that can reach a mutant, in steps: those that mention its module most often, the quick ones before the slow ones, and
 * last those of its package that start processes.
 */
export const stepsFor = (root, mutant, record) => {
  const { projects } = plan[mutant.package]
  const count = mentions(root, mutant.file)
  const tests = reaching(root, mutant, projects, record)
    .map((test) => ({ ...test, mentions: count(test.test) }))
    .sort((a, b) => b.mentions - a.mentions || a.cpu - b.cpu || a.test.localeCompare(b.test))
  const groups = shares.map(() => [])
  let cpu = 0
  for (const test of tests) {
    groups[shares.findIndex((share, index) => cpu + test.cpu <= share || groups[index].length === 0)].push(test)
    cpu += test.cpu
  }
  const rest = record.lines
    .filter(({ test }) => test.startsWith(`packages/${mutant.package}/`) && startsProcesses(root, test))
    .filter(({ test }) => !tests.some((other) => other.test === test))
  const names = ["nearest tests", "further tests", "all that reach it", "tests with processes"]
  return [...groups, rest].flatMap((group, index) => (group.length === 0 ? [] : [step(names[index], group)]))
}

// npm run mutants: draws changes of one point in the compiled packages, by a seed, applies one at a time in a copy of the
// repository, and runs the tests that can notice it. Ends with 1 if a package's share of noticed mutants misses its bound.
// npm run mutants -- --seed 7 --count 12 --file KeyStoreSql sql
// With --list, the drawn mutants are only named. With --only and --tests, some of them are judged by some test files:
// npm run mutants -- --seed 7 --count 12 --only 3,5 --tests packages/sqlite/test/queue.test.ts sqlite
// With --near, the slow tests that reach a mutant are left out: what survives is judged in full by another run, with --only.
// With --reach, what each test file reaches is kept in this file for further runs, which then begin at once.
import { chmodSync, copyFileSync, existsSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { betterSqlite3Loads } from "../../../scripts/betterSqlite3.mjs"
import { prepare } from "../../../scripts/prepare.mjs"
import { acceptedEntry, staleEntries } from "./accepted.mjs"
import { copyRepository } from "./copyRepository.mjs"
import { shuffle } from "./draw.mjs"
import { findMutants } from "./findMutants.mjs"
import { judge } from "./judge.mjs"
import { plan, stepOf, stepsFor } from "./plan.mjs"
import { closeRecord, readRecord } from "./reach.mjs"
import { endTests, runTests } from "./runTests.mjs"

const HOUR = 3_600_000
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string" },
    count: { type: "string" },
    file: { type: "string", default: "" },
    list: { type: "boolean", default: false },
    only: { type: "string" },
    tests: { type: "string" },
    reach: { type: "string" },
    near: { type: "boolean", default: false }
  }
})
const packages = positionals.length > 0 ? positionals : Object.keys(plan)
// Every day draws others, and prints its seed.
const seed = Number(values.seed ?? Math.floor(Date.now() / (24 * HOUR)))
const count = values.count === undefined ? undefined : Number(values.count)
// The numbers of the mutants to judge, as an earlier run has printed them.
const only = values.only?.split(",").map(Number)
const tests = values.tests?.split(",")
const valid =
  Number.isInteger(seed) &&
  (count === undefined || count > 0) &&
  (only ?? []).every((number) => Number.isInteger(number))
if (!valid || packages.some((name) => !(name in plan))) {
  console.error(
    `Usage: npm run mutants -- [--seed n] [--count n] [--file part-of-a-path] [--list] [--only n,n] [--tests file,file] [--reach file] [--near] [${Object.keys(plan).join("|")}]…`
  )
  process.exit(2)
}

await prepare()
const root = copyRepository(fileURLToPath(new URL("../../..", import.meta.url)))
// The PostgreSQL of the tests runs as another user, in a folder below.
chmodSync(root, 0o711)
process.once("exit", () => {
  endTests()
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130))

const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`

/**
 * Runs the tests once without a mutant, and records what each test file reaches. They must pass, or nothing follows from their
 * failing. A second try keeps one test that failed falsely from ending the night.
 */
const measure = async () => {
  const record = `${root}reach.jsonl`
  if (values.reach !== undefined && existsSync(values.reach)) return readRecord(values.reach)
  const folders = new Set(packages.flatMap((name) => plan[name].projects.map((project) => `packages/${project}/test/`)))
  const attempt = () => {
    rmSync(record, { force: true })
    return runTests(root, [...folders], HOUR, { TOLLGATE_REACH: record })
  }
  const first = await attempt()
  const { milliseconds, output, passed } = first.passed ? first : await attempt()
  if (!passed) {
    console.error(`${output}\nThe tests fail without a mutant.`)
    process.exit(2)
  }
  console.log(`Without a mutant, the tests take ${seconds(milliseconds)}`)
  closeRecord(root, record)
  if (values.reach !== undefined) copyFileSync(record, values.reach)
  return readRecord(record)
}

// The tests of a driver of SQLite that this Node.js does not load are skipped.
const untested = [
  ...(process.versions.sqlite === undefined ? ["nodeSqlite"] : []),
  ...(betterSqlite3Loads() ? [] : ["betterSqlite3"])
]
const isTestedHere = ({ file }) => !untested.some((driver) => file.includes(driver))

const describe = ({ change, file, line, number }) => `${number}. ${file}:${line}  ${change}`

/** Judges the drawn mutants of a package. Returns whether its bound is met. */
const examine = async (name, record) => {
  const all = findMutants(root, name)
  const stale = staleEntries(all).filter(({ file }) => file.startsWith(`packages/${name}/`))
  for (const { change, file } of stale) console.log(`listed, but no longer there: ${file}  ${change}`)
  const candidates = all.filter(
    (mutant) => isTestedHere(mutant) && mutant.file.includes(values.file) && !acceptedEntry(mutant)?.equivalent
  )
  const drawn = shuffle(candidates, seed)
    .slice(0, count ?? plan[name].count)
    .map((mutant, index) => ({ ...mutant, number: index + 1 }))
    .filter(({ number }) => only === undefined || only.includes(number))
  console.log(`\n${name}: ${drawn.length} of ${candidates.length} mutants, seed ${seed}`)
  const counts = { noticed: 0, hung: 0, survived: 0 }
  for (const mutant of drawn) {
    if (values.list) {
      console.log(`${describe(mutant)}  in ${mutant.text}`)
      continue
    }
    const startedAt = performance.now()
    const all = tests === undefined ? stepsFor(root, mutant, record) : [stepOf(tests)]
    const steps = values.near ? all.slice(0, 2) : all
    const { by, verdict } = await judge(root, mutant, steps)
    counts[verdict]++
    const reason = acceptedEntry(mutant)?.reason
    const said = {
      noticed: `noticed by ${by}`,
      hung: `HUNG in ${by}`,
      survived: `SURVIVED ${steps.length} of ${all.length} steps${reason === undefined ? "" : ` (${reason})`}`
    }
    console.log(`${describe(mutant)}  ${said[verdict]}, ${seconds(performance.now() - startedAt)}`)
  }
  if (values.list) return true
  // A mutant that only reached a time limit is not shown to be noticed.
  const rate = drawn.length === 0 ? 1 : counts.noticed / drawn.length
  const met = rate >= plan[name].bound && stale.length === 0
  const share = `${(100 * rate).toFixed(0)} %, bound ${100 * plan[name].bound} %`
  console.log(
    `${name}: ${counts.noticed} of ${drawn.length} noticed, ${share}; ${counts.hung} hung, ${counts.survived} survived`
  )
  return met
}

const record = values.list || tests !== undefined ? undefined : await measure()
let met = true
for (const name of packages) met = (await examine(name, record)) && met
process.exit(met ? 0 : 1)

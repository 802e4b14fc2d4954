import { createHash } from "node:crypto"
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

// A record has a line per test file, as `reachSetup.mjs` writes it. `scripts` has what ran, by the module's path: for each function
// its range and the ranges of its branches, each as `[start, end, count]`. The last line has the modules' hashes.

const linesOf = (path) =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

const hashOf = (path) => createHash("sha256").update(readFileSync(path)).digest("base64url")

/** Completes a record: its positions are those of the modules as they are now. */
export const closeRecord = (root, path) => {
  const modules = new Set(linesOf(path).flatMap(({ scripts }) => Object.keys(scripts)))
  const hashes = [...modules]
    .filter((module) => existsSync(root + module))
    .map((module) => [module, hashOf(root + module)])
  appendFileSync(path, `${JSON.stringify({ hashes: Object.fromEntries(hashes) })}\n`)
}

export const readRecord = (path) => {
  const lines = linesOf(path)
  return { hashes: lines.at(-1).hashes, lines: lines.slice(0, -1) }
}

/** The test files of a project. */
const testsOf = (root, project) =>
  readdirSync(`${root}packages/${project}/test`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".test.ts"))
    .map((path) => `packages/${project}/test/${path}`)

/** The compiled modules of its package that import a module. */
const importersOf = (root, name, path) => {
  const dist = `packages/${name}/dist`
  const imports = (from) =>
    [...readFileSync(root + from, "utf8").matchAll(/ from "(\.[^"]+)"/g)].map(([, to]) => join(dirname(from), to))
  return readdirSync(root + dist, { recursive: true, encoding: "utf8" })
    .filter((module) => module.endsWith(".js") && !module.endsWith("index.js"))
    .map((module) => `${dist}/${module}`)
    .filter((from) => imports(from).includes(path))
}

const contains =
  (position) =>
  ([start, end]) =>
    start <= position && position < end
const innermost = (ranges) => ranges.reduce((a, b) => (b[1] - b[0] <= a[1] - a[0] ? b : a))

// The function around a whole module begins where the module does.
const isModule = ([[start]]) => start === 0
const ranAny = (functions = []) => functions.some((ranges) => !isModule(ranges) && ranges[0][2] > 0)

/** How often a point ran, and `undefined` if it runs when its module is loaded, which one file of a worker does for all. */
const countAt = (functions, position) => {
  const around = functions.filter(([range]) => contains(position)(range))
  if (around.length === 0 || around.every(isModule)) return undefined
  const ranges = around.reduce((a, b) => (b[0][1] - b[0][0] <= a[0][1] - a[0][0] ? b : a))
  return innermost(ranges.filter(contains(position)))[2]
}

/**
 * The test files of these projects that may run the changed point, with what they cost: those that ran it; for a point that runs when
 * its module is loaded, those that ran a function of the module or of one that imports it; those that load the source, or a module that
 * has changed since, whose positions are others; and those that the record does not know.
 */
export const reaching = (root, mutant, projects, { hashes, lines }) => {
  const path = `packages/${mutant.package}/dist/${mutant.module}`
  const loaders = [path, ...importersOf(root, mutant.package, path)]
  const known = lines.find(({ scripts }) => path in scripts)
  const runsAtLoad = known === undefined || countAt(known.scripts[path], mutant.start) === undefined
  const hasMoved = hashes[path] !== hashOf(root + path)
  const reaches = ({ scripts }) => {
    if (mutant.file in scripts) return true
    if (runsAtLoad || hasMoved) return loaders.some((loader) => ranAny(scripts[loader]))
    return path in scripts && countAt(scripts[path], mutant.start) > 0
  }
  return projects
    .flatMap((project) => testsOf(root, project))
    .map((test) => lines.find((line) => line.test === test) ?? { test, cpu: 0, milliseconds: 0 })
    .filter((line) => line.scripts === undefined || reaches(line))
    .map(({ cpu, milliseconds, test }) => ({ cpu, milliseconds, test }))
}

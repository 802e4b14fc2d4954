// A setup file of Vitest that runs before each test file: it appends to the file that TOLLGATE_REACH names what the test
// file has executed of the packages, a line for each test file. V8 counts how often each function and branch runs.
import { appendFileSync } from "node:fs"
import { Session } from "node:inspector"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))
// The files of a worker share one session, because counting starts before the first module of a package is loaded.
const KEY = Symbol.for("tollgate/mutants/reach")

const open = () => {
  const session = new Session()
  session.connect()
  session.post("Profiler.enable")
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true })
  return session
}

/** Takes the counts and starts again with zero. The inspector answers synchronously. */
const take = (session) => {
  let taken = []
  session.post("Profiler.takePreciseCoverage", (error, { result } = {}) => {
    if (error) throw error
    taken = result
  })
  return taken
}

globalThis[KEY] ??= open()
const session = globalThis[KEY]
take(session)
const startedAt = performance.now()
const before = process.cpuUsage()

const pathOf = (url) => relative(root, url.startsWith("file:") ? fileURLToPath(url) : url)
const rangesOf = ({ ranges }) => ranges.map(({ count, endOffset, startOffset }) => [startOffset, endOffset, count])

afterAll((suite) => {
  const { system, user } = process.cpuUsage(before)
  const scripts = take(session)
    .filter(({ url }) => /\/packages\/(?!mutants\/)[a-z]+\/(dist|src)\//.test(url))
    .map(({ functions, url }) => [pathOf(url), functions.map(rangesOf)])
    .filter(([, functions]) => functions.some(([[, , count]]) => count > 0))
  const line = {
    test: pathOf((suite.file ?? suite).filepath),
    milliseconds: performance.now() - startedAt,
    cpu: (system + user) / 1000,
    scripts: Object.fromEntries(scripts)
  }
  appendFileSync(process.env.TOLLGATE_REACH, `${JSON.stringify(line)}\n`)
})

import { spawn } from "node:child_process"
import { mkdirSync } from "node:fs"

let running

/** Ends the tests that run now, with every process of theirs. */
export const endTests = () => {
  if (running === undefined) return
  try {
    process.kill(-running, "SIGKILL")
  } catch (error) {
    if (error.code !== "ESRCH") throw error
  }
}

// The first test of Vitest's report that failed, and why. After the first failure, tests that run beside it are interrupted, and reported, too.
const failures = /^ *FAIL +(?:\|\w+\| )?(.*)\n(.*)$/gm
const firstFailure = (output) => {
  const found = [...output.matchAll(failures)]
  return (found.find(([, , why]) => !/interrupt|abort/i.test(why)) ?? found[0])?.[1]
}

/**
 * Runs Vitest in `root` up to the first failure. Whether every test passed and which one failed, whether the run reached
 * `limit` milliseconds, and the time taken.
 * A mutant can make a loop endless, so at the limit the whole group of processes is killed.
 */
export const runTests = (root, args, limit, env = {}) => {
  const startedAt = performance.now()
  const temporary = `${root}tmp`
  mkdirSync(temporary, { recursive: true, mode: 0o711 })
  const child = spawn(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", "--bail=1", "--passWithNoTests", ...args],
    {
      cwd: root,
      detached: true,
      env: { ...process.env, TMPDIR: temporary, CI: "1", NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"]
    }
  )
  running = child.pid
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-200_000)
    })
  }
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    endTests()
  }, limit)
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (status) => {
      clearTimeout(timer)
      running = undefined
      const failed = firstFailure(output)
      resolve({ passed: status === 0, failed, timedOut, milliseconds: performance.now() - startedAt, output })
    })
  })
}

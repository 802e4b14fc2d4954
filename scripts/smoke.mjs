// A new user's first minutes, in a clean copy: npm start, the printed curl line, every operation, stop, start again.
import assert from "node:assert/strict"
import { execFile, spawn, spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const root = fileURLToPath(new URL("..", import.meta.url))
const copy = mkdtempSync(join(tmpdir(), "tollgate-smoke-"))

const copyTracked = () => {
  const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1e8 })
  for (const file of stdout.split("\0").filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Starts the server, and resolves when it says that it answers. */
const start = (port) =>
  new Promise((resolve, reject) => {
    const child = spawn("npm", ["start"], {
      cwd: copy,
      env: { ...process.env, TOLLGATE_PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true
    })
    const ended = new Promise((done) => child.once("exit", (code, signal) => done({ code, signal })))
    let output = ""
    let errors = ""
    child.stderr.on("data", (chunk) => {
      errors += chunk
    })
    child.stdout.on("data", (chunk) => {
      output += chunk
      if (output.includes("Tollgate answers at")) resolve({ child, ended, output, errors })
    })
    ended.then(({ code }) => reject(new Error(`npm start ended with ${code}:\n${output}\n${errors}`)))
  })

const stop = async ({ child, ended }) => {
  process.kill(-child.pid, "SIGTERM")
  await ended
}

const ask = async (base, key, method, path, body) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const response = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

try {
  copyTracked()
  const port = await freePort()
  const base = `http://127.0.0.1:${port}/api/v1`
  const first = await start(port)
  const key = /^Management key {2}(\S+)$/m.exec(first.output)?.[1]
  const curl = /^ {2}(curl .+)$/m.exec(first.output)?.[1]
  assert.ok(key && curl, first.output)
  // Installing and building show their progress on one line.
  const told = first.errors.split("\n").filter((line) => line.includes("…"))
  assert.equal(told.length, 1, first.errors)
  assert.doesNotMatch(first.errors, /WARN|error TS|devDependencies|Ignored build scripts/)
  const tried = spawnSync("sh", ["-c", `${curl} --silent --fail`], { encoding: "utf8" })
  if (tried.status !== 127) assert.equal(JSON.parse(tried.stdout).total_count, 1, tried.stderr)

  // Everything that the contract asks, of this very server, on accounts that it makes in its database.
  const command = join(copy, "packages/cli/bin/tollgate.js")
  // Not waited for synchronously: a server whose log output is not read blocks.
  const run = (...args) => promisify(execFile)(process.execPath, [command, ...args], { cwd: copy, maxBuffer: 1e8 })
  const conformance = await run("conformance", "--url", base, "--database", "tollgate.db")
  await stop(first)

  const second = await start(port)
  assert.ok(!second.output.includes("Management key"), second.output)
  assert.ok(!second.errors.includes("…"), second.errors)
  assert.equal((await ask(base, key, "GET", "/presets")).status, 200)
  await stop(second)
  console.log(`smoke: npm start works in a clean copy; conformance: ${conformance.stdout.trimEnd().split("\n").at(-1)}`)
} finally {
  rmSync(copy, { recursive: true, force: true })
}

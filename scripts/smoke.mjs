// A new user's first minutes, in a clean copy: npm start, the eight operations with the printed key, stop, start again.
import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

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

/** Starts, and settles once the server says that it answers. */
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
      if (output.includes("Tollgate answers at")) resolve({ child, ended, output })
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

/** The eight operations, for whoever has these things. */
const operations = (have) => [
  ["GET", `/byok/${have.BYOK_ID}`],
  ["PATCH", `/keys/${have.KEY_HASH}`, { name: "Renamed" }],
  ["POST", "/auth/keys", { code: have.CODE_S256, code_verifier: have.VERIFIER_S256 }],
  ["POST", `/guardrails/${have.GUARDRAIL_ID}/assignments/members/remove`, { member_user_ids: [have.MEMBER_USER_ID] }],
  ["GET", "/workspaces/default/members"],
  ["GET", "/presets"],
  ["GET", "/images/models"],
  ["DELETE", `/guardrails/${have.GUARDRAIL_ID}`]
]

const statuses = async (base, have) => {
  const found = []
  for (const [method, path, body] of operations(have)) {
    found.push((await ask(base, have.MGMT_KEY, method, path, body)).status)
  }
  return found
}

try {
  copyTracked()
  const port = await freePort()
  const base = `http://127.0.0.1:${port}/api/v1`
  const first = await start(port)
  const key = /^Management key {2}(\S+)$/m.exec(first.output)?.[1]
  const curl = /^ {2}(curl .+)$/m.exec(first.output)?.[1]
  assert.ok(key && curl, first.output)
  const tried = spawnSync("sh", ["-c", `${curl} --silent --fail`], { encoding: "utf8" })
  if (tried.status !== 127) assert.equal(JSON.parse(tried.stdout).total_count, 1, tried.stderr)

  const nobody = "00000000-0000-4000-8000-000000000000"
  const newcomer = {
    MGMT_KEY: key,
    KEY_HASH: createHash("sha256").update(key).digest("hex"),
    BYOK_ID: nobody,
    GUARDRAIL_ID: nobody,
    MEMBER_USER_ID: "owner",
    CODE_S256: "none",
    VERIFIER_S256: "v".repeat(43)
  }
  assert.deepEqual(await statuses(base, newcomer), [404, 200, 400, 404, 200, 200, 200, 404])

  const command = join(copy, "packages/cli/dist/tollgate.js")
  const demo = spawnSync(process.execPath, [command, "demo", "--json"], { cwd: copy, encoding: "utf8" })
  assert.equal(demo.status, 0, demo.stderr)
  assert.deepEqual(await statuses(base, JSON.parse(demo.stdout)), [200, 200, 200, 200, 200, 200, 200, 200])
  await stop(first)

  const second = await start(port)
  assert.ok(!second.output.includes("Management key"), second.output)
  assert.equal((await ask(base, key, "GET", "/presets")).status, 200)
  await stop(second)
  console.log("smoke: npm start works in a clean copy, and all eight operations answer")
} finally {
  rmSync(copy, { recursive: true, force: true })
}

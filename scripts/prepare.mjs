// Makes node_modules and every dist current, doing only what has changed since the last time.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { isStale } from "../packages/cli/bin/isStale.js"
import { betterSqlite3Loads, betterSqlite3Supports } from "./betterSqlite3.mjs"
import { clientOperations } from "./clientOperations.mjs"
import { clientRefusals } from "./clientRefusals.mjs"
import { clientShared } from "./clientShared.mjs"
import { commandTable } from "./commandTable.mjs"
import { consolePage } from "./consolePage.mjs"
import { sourceLists } from "./lists.mjs"
import { promiseModels } from "./promiseModels.mjs"
import { writeFiles } from "./writeFiles.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const stamp = `${root}node_modules/.tollgate-installed`
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 20 || (major === 20 && minor < 20)) {
  console.error(`Tollgate needs Node.js 20.20 or later; this is ${process.versions.node}.`)
  process.exit(2)
}

let hasLine = false

/** Runs a step that may fail. Its title goes into the one line that this prints. */
const attempt = (title, command, args, cwd = root) => {
  process.stderr.write(hasLine ? ` ${title} …` : `${title} …`)
  hasLine = true
  return spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 1e8,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32"
  })
}

/** Runs a step, and shows its output only if it fails. */
const run = (title, command, args, cwd) => {
  const { error, status, stderr, stdout } = attempt(title, command, args, cwd)
  if (status === 0) return
  console.error(`\n\n${stdout ?? ""}${stderr ?? ""}`)
  console.error(`${title} failed${error ? `: ${error.message}` : ""}. What went wrong stands above.`)
  process.exit(1)
}

/** Ends the progress line, if there is one. */
const finishLine = () => {
  if (hasLine) process.stderr.write("\n")
  hasLine = false
}

/** What the installed packages depend on: the lock file, and the Node.js that native modules are built for. */
const wanted = () =>
  createHash("sha256")
    .update(readFileSync(`${root}pnpm-lock.yaml`))
    .update(readFileSync(`${root}pnpm-workspace.yaml`))
    .update(`${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest("hex")

const installed = () => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted()

/** Prints why the command cannot open SQLite files on this Node.js: without `node:sqlite`, it needs better-sqlite3. */
const requireSqlite = () => {
  if (process.versions.sqlite !== undefined || betterSqlite3Loads()) return
  finishLine()
  console.error(
    "Tollgate cannot open SQLite files here: Node.js 20 has no SQLite of its own, and better-sqlite3 could not be built. " +
      "Use Node.js 22.23 or 24.21 or later, or install a C++ compiler and Python, and try again."
  )
  process.exit(1)
}

/** Installs with the pnpm that package.json names, whatever else this machine has. better-sqlite3 is optional. */
const install = () => {
  const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, "utf8"))
  const pnpm = (...args) => ["npx", ["--yes", packageManager, ...args]]
  run("Installing packages (the first time takes a minute or two)", ...pnpm("install", "--frozen-lockfile"))
  // Compiled for another Node.js, or not at all.
  if (betterSqlite3Supports() && !betterSqlite3Loads()) {
    attempt("Compiling better-sqlite3 for this Node.js", ...pnpm("rebuild", "better-sqlite3"))
  }
  requireSqlite()
  writeFileSync(stamp, wanted())
}

/** Each source, each manifest, each setting of the compiler and each script, with when it was last written. */
const sources = () => {
  const scripts = readdirSync(`${root}scripts`).map((name) => `scripts/${name}`)
  const settings = ["tsconfig.json", "tsconfig.base.json", ...scripts].map((name) => `${root}${name}`)
  const folders = readdirSync(`${root}packages`).map((name) => `${root}packages/${name}`)
  const packages = folders.filter((folder) => existsSync(`${folder}/tsconfig.json`))
  const written = packages.flatMap((folder) => [
    `${folder}/package.json`,
    `${folder}/tsconfig.json`,
    ...readdirSync(`${folder}/src`, { recursive: true }).map((name) => `${folder}/src/${name}`)
  ])
  return [...settings, ...written].map((path) => `${path} ${statSync(path).mtimeMs}`).join("\n")
}

const built = `${root}node_modules/.tollgate-built`
const made = [
  ...["core", "sql", "sqlite", "postgres", "http", "testing"].map((name) => `${name}/dist`),
  ...[
    "client/dist/models.d.ts",
    "client/dist/refusals.js",
    "node/dist/models.d.ts",
    "cli/dist/operations/index.json",
    "console/dist/page.js",
    "cli/bundle/tollgate.cjs"
  ]
]
const isBuilt = (current) =>
  made.every((path) => existsSync(`${root}packages/${path}`)) &&
  !isStale() &&
  existsSync(built) &&
  readFileSync(built, "utf8") === current

/** The command, in few files. */
const bundle = () => run("Bundling the command", process.execPath, [`${root}scripts/bundle.mjs`])

/** Forgets what the compiler has noted of projects whose output was deleted: by that alone it takes them for current. */
const forgetDeleted = () => {
  const folders = ["packages", "examples"].flatMap((group) =>
    readdirSync(`${root}${group}`).map((name) => `${root}${group}/${name}`)
  )
  for (const folder of folders) {
    const notes = `${folder}/tsconfig.tsbuildinfo`
    if (existsSync(notes) && !existsSync(`${folder}/dist`)) rmSync(notes)
  }
}

const compile = (...names) => {
  const projects = names.map((name) => `${root}packages/${name}`)
  run(["Building", ...names].join(" "), process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-b", ...projects])
}

/** Emits what other packages need of a compiled package beside its own modules. */
const emit = async () => {
  compile("http")
  writeFiles(await promiseModels())
  for (const make of [clientShared, clientRefusals, clientOperations]) writeFiles(await make())
  compile("client")
  writeFiles(await commandTable())
  writeFiles(await consolePage())
}

/** Installs and builds what is missing. `always` lets the compiler itself decide what is current. */
export const prepare = async ({ always = true } = {}) => {
  if (!installed()) install()
  const unchanged = isBuilt(sources())
  if (!always && unchanged) return finishLine()
  forgetDeleted()
  if (!unchanged) writeFiles(sourceLists())
  const current = sources()
  if (!unchanged) await emit()
  compile()
  if (!unchanged || isStale()) bundle()
  // Not touched where nothing has changed: another process may read it now.
  if (!unchanged) writeFileSync(built, current)
  finishLine()
}

// Makes node_modules and every dist current, doing only what has changed since the last time.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const stamp = `${root}node_modules/.tollgate-installed`
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Tollgate needs Node.js 20.19 or later; this is ${process.versions.node}.`)
  process.exit(2)
}

const run = (title, command, args) => {
  console.error(title)
  const { error, status } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", 2, 2],
    shell: process.platform === "win32"
  })
  if (status === 0) return
  console.error(`${title.replace(/ …$/, "")} failed${error ? `: ${error.message}` : ""}. What went wrong stands above.`)
  process.exit(1)
}

/** What the installed packages follow from: the lock file, and the Node.js that native modules are built for. */
const wanted = () =>
  createHash("sha256")
    .update(readFileSync(`${root}pnpm-lock.yaml`))
    .update(readFileSync(`${root}pnpm-workspace.yaml`))
    .update(`${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest("hex")

const installed = () => existsSync(stamp) && readFileSync(stamp, "utf8") === wanted()

/** Installs with the pnpm that package.json names, whatever else this machine has. */
const install = () => {
  const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, "utf8"))
  run("Installing packages (the first time takes a minute or two) …", "npx", [
    "--yes",
    packageManager,
    "install",
    "--frozen-lockfile"
  ])
  writeFileSync(stamp, wanted())
}

/** Each source and each setting of the compiler, with when it was last written. */
const sources = () => {
  const settings = ["tsconfig.json", "tsconfig.base.json"].map((name) => `${root}${name}`)
  const folders = readdirSync(`${root}packages`).map((name) => `${root}packages/${name}`)
  const packages = folders.filter((folder) => existsSync(`${folder}/tsconfig.json`))
  const written = packages.flatMap((folder) => [
    `${folder}/tsconfig.json`,
    ...readdirSync(`${folder}/src`, { recursive: true }).map((name) => `${folder}/src/${name}`)
  ])
  return [...settings, ...written].map((path) => `${path} ${statSync(path).mtimeMs}`).join("\n")
}

const built = `${root}node_modules/.tollgate-built`
const isBuilt = (current) =>
  ["core", "sql", "sqlite", "postgres", "http", "testing", "node", "cli"].every((name) =>
    existsSync(`${root}packages/${name}/dist`)
  ) &&
  existsSync(`${root}packages/cli/bundle/tollgate.js`) &&
  existsSync(built) &&
  readFileSync(built, "utf8") === current

const testing = `${root}packages/testing`

/** The conformance cases as JSON, for servers and runners in other languages. */
const emitCases = () =>
  run("Writing the conformance cases …", process.execPath, [`${testing}/dist/conformance/emit.js`])

/** The command, in few files. */
const bundle = () => run("Bundling the command …", process.execPath, [`${root}scripts/bundle.mjs`])

export const compile = (...projects) =>
  run("Building …", process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-b", ...projects])

/** Installs and builds what is missing. `always` lets the compiler itself decide what is current. */
export const prepare = ({ always = true } = {}) => {
  if (!installed()) install()
  const current = sources()
  const unchanged = isBuilt(current)
  if (!always && unchanged) return
  compile()
  if (!unchanged || !existsSync(`${testing}/cases/transport.json`)) emitCases()
  if (!unchanged || !existsSync(`${root}packages/cli/bundle/tollgate.js`)) bundle()
  writeFileSync(built, current)
}

// npm run nodes: on each Node.js that is supported, in a clean copy of its own: the tests of storages and adapters, the packed-install
// check, and a new user's first minutes; then the packed-install check under npm 12. Each Node.js comes from npm. Arguments choose among them: 20 22 24 npm.
import { spawnSync } from "node:child_process"
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const cache = join(root, "node_modules/.cache/tollgate-nodes")
const NODES = ["20", "22", "24"]
/** npm 12 needs Node.js 22.22 or 24.15 at least. */
const NPM = { npm: "12", node: "24" }

/** Runs a command, and shows its output. */
const run = (title, command, args, options = {}) => {
  console.log(`\n== ${title}`)
  const { error, status } = spawnSync(command, args, {
    stdio: "inherit",
    shell: process.platform === "win32",
    ...options
  })
  if (error !== undefined) console.error(error.message)
  return status === 0
}

/** Fetches a package from npm, once, and returns its folder. */
const fetched = (name, version) => {
  const prefix = join(cache, `${name}-${version}`)
  const folder = join(prefix, "node_modules", name)
  if (existsSync(folder)) return folder
  mkdirSync(prefix, { recursive: true })
  const args = ["install", "--prefix", prefix, "--no-audit", "--no-fund", `${name}@${version}`]
  if (!run(`Fetching ${name} ${version}`, "npm", args, { cwd: prefix }))
    throw new Error(`${name} ${version} is not to be had.`)
  return folder
}

/** The binary and headers of one system, which the package `node` installs by a script that not every npm runs. */
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`

const copyTo = (folder) => {
  const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1e8 })
  for (const file of stdout.split("\0").filter((file) => file !== "" && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  // Scripts that ask git for the files need a repository.
  spawnSync("git", ["init", "-q"], { cwd: folder })
  spawnSync("git", ["add", "-A"], { cwd: folder })
}

const environment = (node, npm) => {
  const folders = [join(node, "bin"), ...(npm === undefined ? [] : [join(npm, "../.bin")])]
  const PATH = [...folders, process.env["PATH"] ?? ""].join(delimiter)
  // npm passes its settings to scripts; their child processes must not inherit them.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name.toUpperCase() !== "PATH")
  // Native modules are compiled with the headers of this Node.js.
  return { ...Object.fromEntries(own), PATH, npm_config_nodedir: node }
}

const failed = []
const check = (title, args, options) => {
  if (!run(title, "node", args, options)) failed.push(title)
}

const onNode = (version, npm) => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-nodes-"))
  // Some tests act as another user, who has to find their programs.
  chmodSync(folder, 0o755)
  try {
    copyTo(folder)
    const env = environment(fetched(nodePackage, version), npm === undefined ? undefined : fetched("npm", npm))
    const options = { cwd: folder, env }
    const name = npm === undefined ? `Node.js ${version}` : `npm ${npm}`
    spawnSync("node", ["-p", "process.version"], { ...options, stdio: "inherit" })
    check(`${name}: installing and building`, ["scripts/build.mjs"], options)
    if (npm === undefined) {
      const projects = ["sql", "sqlite", "adapters"].flatMap((project) => ["--project", project])
      check(`${name}: the tests of storages and adapters`, ["scripts/test.mjs", ...projects], options)
      check(`${name}: the first minutes of a new user`, ["scripts/smoke.mjs"], options)
    }
    check(`${name}: the packed-install check`, ["scripts/pack-check.mjs"], options)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const chosen = process.argv.slice(2)
const isChosen = (name) => chosen.length === 0 || chosen.includes(name)
for (const version of NODES) if (isChosen(version)) onNode(version)
if (isChosen("npm")) onNode(NPM.node, NPM.npm)
console.log(failed.length === 0 ? "\nAll hold." : `\nFailed:\n${failed.join("\n")}`)
process.exit(failed.length === 0 ? 0 : 1)

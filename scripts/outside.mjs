// Packages that tests run beside the workspace: frameworks and official clients, in exact versions. Each folder
// `packages/*/outside/*` has a `package.json`, its lock and the tests that import what it installs, so the workspace's own
// installation does not grow by them.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const packages = fileURLToPath(new URL("../packages", import.meta.url))

/** The folders of some packages, by default of all. */
export const outsideFolders = (names = readdirSync(packages)) =>
  names
    .map((name) => join(packages, name, "outside"))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => existsSync(join(folder, "package.json")))

/** What is installed depends on the lock, and on the Node.js that runs it. */
const wanted = (folder) =>
  createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .update(`${process.versions.modules} ${process.platform} ${process.arch}`)
    .digest("hex")

const stampOf = (folder) => join(folder, "node_modules", ".tollgate-installed")

/** Whether what the lock names is installed. */
export const isInstalled = (folder) =>
  existsSync(stampOf(folder)) && readFileSync(stampOf(folder), "utf8") === wanted(folder)

/** Runs a command without output. Resolves with why it failed, or null. */
const failureOf = (command, args, options) =>
  new Promise((resolve) => {
    let written = ""
    const child = spawn(command, args, { ...options, stdio: ["ignore", "ignore", "pipe"] })
    child.stderr.setEncoding("utf8").on("data", (text) => {
      written += text
    })
    child.on("error", (error) => resolve(error.message))
    child.on("close", (code) => resolve(code === 0 ? null : written))
  })

/** Installs what a folder's lock names, once, without the packages' own scripts. Rejects if that fails. */
export const installOutside = async (folder) => {
  if (isInstalled(folder)) return
  process.stderr.write(`Installing what ${folder.slice(packages.length + 1)} tests …\n`)
  const failure = await failureOf("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    shell: process.platform === "win32"
  })
  if (failure !== null) {
    throw new Error(`npm could not install the packages of ${folder}. These tests need the npm registry. ${failure}`)
  }
  writeFileSync(stampOf(folder), wanted(folder))
}

// npm run pack-check: packs every package, installs the tarballs where nothing of this workspace is, by the lines that their
// READMEs begin with, and runs there what stands first after them. `--each` installs each by itself, which takes longer.
import { accessSync, constants, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { inspect } from "./pack/inspect.mjs"
import { lightClient } from "./pack/lightClient.mjs"
import { lint } from "./pack/lint.mjs"
import { otherEffect } from "./pack/otherEffect.mjs"
import { packPackages } from "./pack/packPackages.mjs"
import { addBetterSqlite3, emptyProject, hasBetterSqlite3, hasOwnSqlite, refuseBetterSqlite3 } from "./pack/project.mjs"
import { beginningOf, runSnippet } from "./pack/readme.mjs"
import { openRegistry } from "./pack/registry.mjs"
import { must, run } from "./pack/run.mjs"
import { prepare } from "./prepare.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const directory = mkdtempSync(join(tmpdir(), "tollgate-pack-"))
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"))
const problems = []

/** Unpacks a package, and looks at it. */
const unpack = async ({ name, tarball }) => {
  const target = join(directory, "unpacked", name)
  mkdirSync(target, { recursive: true })
  await must(`Unpacking ${name}`, "tar", ["-xzf", tarball, "-C", target], target)
  const unpacked = join(target, "package")
  const packed = { directory: unpacked, manifest: readJson(join(unpacked, "package.json")), tarball }
  problems.push(...inspect(unpacked), ...(await lint(packed)))
  return { ...packed, ...beginningOf(unpacked, packed.manifest) }
}

/** The library types of others are theirs: only what is wrong in ours or in the consumer counts. */
const typeCheck = async (consumer) => {
  cpSync(join(root, "scripts/pack/consumer.ts"), join(consumer, "consumer.ts"))
  const { compilerOptions } = readJson(join(root, "tsconfig.base.json"))
  const strict = { ...compilerOptions, skipLibCheck: false, composite: false, incremental: false, declaration: false }
  const options = { ...strict, declarationMap: false, sourceMap: false }
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["consumer.ts"] }))
  console.log("Type-checking a consumer, the packages' own types included")
  const { output } = await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], consumer)
  const ours = output.split("\n").filter((line) => /^(consumer\.ts|node_modules\/@tollgate\/)/.test(line))
  problems.push(...ours)
}

const use = async (packages, consumer) => {
  for (const { manifest } of packages) {
    for (const path of Object.keys(manifest.exports)) {
      // Contracts are suites, which only a test runner can import; a command is run, below.
      if (manifest.bin !== undefined || path.endsWith(".json") || path.endsWith("/contracts")) continue
      const specifier = manifest.name + path.slice(1)
      const code = `await import("${specifier}")`
      await must(`Importing ${specifier}`, process.execPath, ["--input-type=module", "-e", code], consumer)
    }
  }
  await must("Running the consumer", process.execPath, ["consumer.js"], consumer)
  const command = join(consumer, "node_modules/@tollgate/cli/bin/tollgate.js")
  if (process.platform !== "win32") accessSync(command, constants.X_OK)
  const help = await must("Running npx tollgate --help", "npx", ["--no-install", "tollgate", "--help"], consumer)
  if (!help.includes("serve")) problems.push("tollgate --help does not name its commands.")
}

/** Packages whose snippet opens a file, and those whose snippet brings a client of better-sqlite3. */
const opensFiles = ({ name }) => ["@tollgate/cli", "@tollgate/node", "@tollgate/sqlite"].includes(name)
const CLIENT = /^@effect\/sql-sqlite-node@/
const bringsClient = ({ packages }) => packages.some((name) => CLIENT.test(name))
const skip = ({ name }) =>
  console.log(`Skipped: the first snippet of ${name} needs better-sqlite3, which does not load.`)

/** A file is opened without a native module, where this Node.js brings SQLite. */
const withoutNative = async (consumer) => {
  refuseBetterSqlite3(consumer)
  const loaded = 'process.report.getReport().sharedObjects.filter((file) => file.endsWith(".node"))'
  const code = `
    import { Tollgate } from "@tollgate/node"
    const gate = await Tollgate.open({ file: "./native.db" })
    await gate.close()
    console.log(${loaded}.join())`
  const title = "Opening a file without a native module"
  const output = await must(title, process.execPath, ["--input-type=module", "-e", code], consumer)
  if (output !== "\n") throw new Error(`${title}: these are loaded: ${output}`)
}

/** All in one folder, by what all lines name. */
const together = async (packages, registry) => {
  const consumer = emptyProject(join(directory, "consumer"), registry)
  const named = [...new Set(packages.flatMap((one) => one.packages))].filter((name) => !CLIENT.test(name))
  await must("Installing what the lines name", "npm", ["install", ...named, "@types/node@20"], consumer)
  if (!hasOwnSqlite) await addBetterSqlite3(consumer)
  else await withoutNative(consumer)
  await typeCheck(consumer)
  await use(packages, consumer)
  for (const one of packages) if (!bringsClient(one)) await runSnippet(one, consumer)
  for (const one of packages.filter(bringsClient)) {
    if (!hasBetterSqlite3) skip(one)
    else {
      await addBetterSqlite3(consumer, ...one.packages)
      await runSnippet(one, consumer)
    }
  }
}

/** Resolved only, which takes a second: what npm would write into package.json. */
const RESOLVE = "--package-lock-only"

/** Before a release, the packed files are installed without a registry of these packages. */
const fromFiles = async (packages) => {
  const none = await openRegistry([])
  const folder = emptyProject(join(directory, "files"), none.url)
  const files = packages.map(({ tarball }) => tarball)
  await must("Installing the packed files", "npm", ["install", RESOLVE, ...files], folder).finally(none.close)
}

/** What a program depends on stays among its dependencies when the tests' packages are installed. */
const keepsDependencies = async (packages, registry) => {
  const [core, testing] = ["core", "testing"].map((name) => packages.find((one) => one.name === `@tollgate/${name}`))
  const folder = emptyProject(join(directory, "tested"), registry)
  const dependencies = () => readJson(join(folder, "package.json")).dependencies
  await must(core.line, "sh", ["-c", `${core.line} ${RESOLVE}`], folder)
  const before = JSON.stringify(dependencies())
  await must(testing.line, "sh", ["-c", `${testing.line} ${RESOLVE}`], folder)
  const after = JSON.stringify(dependencies())
  if (after !== before) problems.push(`${testing.line} makes of the dependencies ${before}: ${after}.`)
}

/** Each in a folder of its own, by its line as it stands. */
const each = async (packages, registry) => {
  for (const one of packages) {
    const folder = emptyProject(join(directory, "each", one.name), registry)
    await must(one.line, "sh", ["-c", one.line], folder)
    const needs = bringsClient(one) || (opensFiles(one) && !hasOwnSqlite)
    if (needs && !hasBetterSqlite3) {
      skip(one)
      continue
    }
    if (needs) await addBetterSqlite3(folder)
    else refuseBetterSqlite3(folder)
    await runSnippet(one, folder)
  }
}

/** Whatever one of them does, the others have ended before their folder goes: what it fails with is thrown then. */
const allEnded = async (promises) => {
  const settled = await Promise.allSettled(promises)
  for (const { reason } of settled) if (reason !== undefined) throw reason
  return settled.map(({ value }) => value)
}

/** What each package is without the others, and what npm resolves: mostly one process that computes at a time. */
const alone = async (packages, registry) => {
  await fromFiles(packages)
  await keepsDependencies(packages, registry)
  problems.push(...(await lightClient(directory, registry)))
  problems.push(...(await otherEffect(directory, registry)))
}

await prepare()
try {
  const packages = await allEnded((await packPackages(join(directory, "packed"))).map(unpack))
  const registry = await openRegistry(packages)
  try {
    const installed = process.argv.includes("--each") ? each : together
    await allEnded([installed(packages, registry.url), alone(packages, registry.url)])
  } finally {
    registry.close()
  }
} catch (error) {
  problems.push(error.message)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? "All packages hold." : `${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)

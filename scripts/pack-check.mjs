// npm run pack-check: packs every package, installs the tarballs where nothing of this workspace is, and uses them there.
import { spawnSync } from "node:child_process"
import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { inspect } from "./pack/inspect.mjs"
import { prepare } from "./prepare.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const directory = mkdtempSync(join(tmpdir(), "tollgate-pack-"))
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"))
const problems = []

const run = (command, args, cwd) => {
  const { error, status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: "utf8" })
  return { ok: status === 0, output: `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}`, stdout }
}

const must = (title, command, args, cwd) => {
  console.log(title)
  const { ok, output, stdout } = run(command, args, cwd)
  if (ok) return stdout
  throw new Error(`${title} failed:\n${output}`)
}

const sources = readdirSync(join(root, "packages"))
  .map((name) => ({ name, path: join(root, "packages", name) }))
  .map(({ name, path }) => ({ name, path, manifest: readJson(join(path, "package.json")) }))
  .filter(({ manifest }) => manifest.private !== true)

/** Packs and unpacks each, and looks at it. Answers where each tarball is, by package name. */
const pack = () => {
  const { packageManager } = readJson(join(root, "package.json"))
  const tarballs = {}
  for (const { manifest, name, path } of sources) {
    const target = join(directory, "packed", name)
    mkdirSync(target, { recursive: true })
    must(`Packing ${manifest.name}`, "npx", ["--yes", packageManager, "pack", "--pack-destination", target], path)
    const tarball = join(target, readdirSync(target)[0])
    must("  unpacking", "tar", ["-xzf", tarball, "-C", target], target)
    problems.push(...inspect(join(target, "package")))
    tarballs[manifest.name] = `file:${tarball}`
  }
  return tarballs
}

/** What the workspace resolves better-sqlite3 to; its compiled module is copied, since compiling takes minutes. */
const native = () => {
  const file = createRequire(join(root, "packages/sqlite/package.json")).resolve("better-sqlite3/package.json")
  return { path: dirname(file), version: readJson(file).version }
}

const install = (tarballs) => {
  const consumer = join(directory, "consumer")
  const { path, version } = native()
  const testing = readJson(join(directory, "packed/testing/package/package.json"))
  mkdirSync(consumer)
  writeFileSync(
    join(consumer, "package.json"),
    JSON.stringify({
      private: true,
      type: "module",
      dependencies: {
        ...tarballs,
        ...testing.peerDependencies,
        "@types/node": "^20",
        "better-sqlite3": version,
        effect: testing.dependencies.effect
      }
    })
  )
  must(
    "Installing them into an empty folder",
    "npm",
    ["install", "--ignore-scripts", "--no-audit", "--no-fund"],
    consumer
  )
  cpSync(join(path, "build"), join(consumer, "node_modules/better-sqlite3/build"), { recursive: true })
  return consumer
}

/** The library types of others are theirs: only what is wrong in ours or in the consumer counts. */
const typeCheck = (consumer) => {
  cpSync(join(root, "scripts/pack/consumer.ts"), join(consumer, "consumer.ts"))
  const { compilerOptions } = readJson(join(root, "tsconfig.base.json"))
  const strict = { ...compilerOptions, skipLibCheck: false, composite: false, incremental: false, declaration: false }
  const options = { ...strict, declarationMap: false, sourceMap: false }
  writeFileSync(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["consumer.ts"] }))
  console.log("Type-checking a consumer, the packages' own types included")
  const { output } = run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."], consumer)
  const ours = output.split("\n").filter((line) => /^(consumer\.ts|node_modules\/@tollgate\/)/.test(line))
  problems.push(...ours)
}

const use = (consumer) => {
  for (const { manifest } of sources) {
    for (const path of Object.keys(manifest.exports)) {
      // Contracts are suites, which only a test runner can import; a command is run, below.
      if (manifest.bin !== undefined || path.endsWith(".json") || path.endsWith("/contracts")) continue
      const specifier = manifest.name + path.slice(1)
      must(
        `Importing ${specifier}`,
        process.execPath,
        ["--input-type=module", "-e", `await import("${specifier}")`],
        consumer
      )
    }
  }
  must("Running the consumer", process.execPath, ["consumer.js"], consumer)
  const command = join(consumer, "node_modules/@tollgate/cli/bin/tollgate.js")
  if (process.platform !== "win32") accessSync(command, constants.X_OK)
  const help = must("Running npx tollgate --help", "npx", ["--no-install", "tollgate", "--help"], consumer)
  if (!help.includes("serve")) problems.push("tollgate --help does not name its commands.")
}

prepare()
try {
  const consumer = install(pack())
  typeCheck(consumer)
  use(consumer)
} catch (error) {
  problems.push(error.message)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? `All ${sources.length} packages hold.` : `${problems.length} problems.`)
process.exit(problems.length === 0 ? 0 : 1)

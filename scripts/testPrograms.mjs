// Bundles the programs that tests start as processes of their own: loading their hundreds of modules one by one takes half of their time.
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { isStale } from "../packages/cli/bin/isStale.js"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = `${root}.bundled-programs/`
const list = new URL("../.bundled-programs/sources.json", import.meta.url)

/** The programs. One that is missing here is bundled by its test. */
const programs = [
  "examples/gateway/dist/serve.js",
  "packages/cli/test/harness/authorizeAndDie.mjs",
  "packages/cli/test/harness/crossUntilKilled.mjs",
  "packages/cli/test/harness/doTasks.mjs",
  "packages/cli/test/harness/leaveGateOpen.mjs",
  "packages/cli/test/harness/rewrapUntilKilled.mjs",
  "packages/cli/test/harness/spendUntilKilled.mjs",
  "packages/sqlite/test/support/createOrganization.mjs",
  "packages/sqlite/test/support/openBeside.mjs",
  "packages/sqlite/test/support/writeAndDie.mjs"
]

/** Writes the bundles of some programs, in which modules that several of them have are one file. */
export const bundlePrograms = (entryPoints, outdir, outbase) =>
  build({
    absWorkingDir: root,
    entryPoints,
    outdir,
    outbase,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    metafile: true,
    splitting: entryPoints.length > 1,
    format: "esm",
    platform: "node",
    // Native modules, or modules that load native ones.
    external: ["better-sqlite3", "pg-native"],
    // CommonJS modules in the bundle need `require`.
    banner: {
      js: 'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);'
    },
    logLevel: "error"
  })

const isCurrent = () => existsSync(list) && !isStale(list)

/** The bundle that `prepareTestPrograms` has made of a program, unless something in it has changed since. */
export const preparedProgram = (program) => {
  const path = `${folder}${relative(root, program)}`.replace(/\.m?js$/, ".mjs")
  return existsSync(path) && isCurrent() ? path : undefined
}

/** Bundles all of them at once, for all test files and further runs, unless they are current. */
export const prepareTestPrograms = async () => {
  if (isCurrent()) return
  rmSync(folder, { recursive: true, force: true })
  const { metafile } = await bundlePrograms(programs, folder, root)
  const own = Object.keys(metafile.inputs).filter((path) => !path.includes("node_modules"))
  writeFileSync(
    list,
    JSON.stringify([...own, "pnpm-lock.yaml", "scripts/testPrograms.mjs"].map((path) => `../${path}`))
  )
}

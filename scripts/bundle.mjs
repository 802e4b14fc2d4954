// Puts the command into few files: loading its 800 modules one by one takes longer than all that they do at a start.
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const cli = fileURLToPath(new URL("../packages/cli/", import.meta.url))

// The names of its parts follow from what is in them, so older ones would stay.
rmSync(`${cli}bundle`, { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: [`${cli}dist/tollgate.js`],
  outdir: `${cli}bundle`,
  bundle: true,
  metafile: true,
  // What is loaded when it is asked for stays in files of its own.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.20",
  // The one is compiled for a machine, the other looks for such a one.
  external: ["better-sqlite3", "pg"],
  // What was written for `require` finds it.
  banner: {
    js: 'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);'
  },
  legalComments: "linked",
  logLevel: "warning"
})

// The command refuses to run once one of these is newer than the bundle, so that nobody tests code of yesterday.
const compiled = Object.keys(metafile.inputs).filter(
  (path) => /(^|\/)dist\//.test(path) && !path.includes("node_modules")
)
const written = compiled.map((path) => path.replace(/(^|\/)dist\/(.*)\.js$/, "$1src/$2.ts")).filter(existsSync)
const sources = [...compiled, ...written].map((path) => relative(`${cli}bundle`, resolve(path)))
writeFileSync(`${cli}bundle/sources.json`, JSON.stringify(sources))

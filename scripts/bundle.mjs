// Bundles the command into few files: loading its 800 modules one by one takes longer than the rest of a start.
import { existsSync, rmSync, writeFileSync } from "node:fs"
import { relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const cli = fileURLToPath(new URL("../packages/cli/", import.meta.url))

// The names of the parts depend on their contents, so older ones would remain.
rmSync(`${cli}bundle`, { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: [`${cli}dist/tollgate.js`],
  outdir: `${cli}bundle`,
  bundle: true,
  metafile: true,
  // Modules that are loaded on demand stay in separate files.
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20.20",
  // Native modules, or modules that load native ones.
  external: ["better-sqlite3", "pg"],
  // CommonJS modules in the bundle need `require`.
  banner: {
    js: 'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);'
  },
  legalComments: "linked",
  logLevel: "warning"
})

// The command refuses to run if one of these is newer than the bundle, so that tests never run old code.
const compiled = Object.keys(metafile.inputs).filter(
  (path) => /(^|\/)dist\//.test(path) && !path.includes("node_modules")
)
const written = compiled.map((path) => path.replace(/(^|\/)dist\/(.*)\.js$/, "$1src/$2.ts")).filter(existsSync)
const sources = [...compiled, ...written].map((path) => relative(`${cli}bundle`, resolve(path)))
writeFileSync(`${cli}bundle/sources.json`, JSON.stringify(sources))

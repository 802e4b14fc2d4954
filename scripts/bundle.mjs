// Bundles the command into few files: loading its 800 modules one by one takes longer than the rest of a start.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { basename, relative, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { build, transformSync } from "esbuild"

const cli = fileURLToPath(new URL("../packages/cli/", import.meta.url))

// The names of the parts depend on their contents, so older ones would remain.
rmSync(`${cli}bundle`, { recursive: true, force: true })
const { metafile, outputFiles } = await build({
  entryPoints: [`${cli}dist/tollgate.js`],
  outdir: `${cli}bundle`,
  bundle: true,
  metafile: true,
  write: false,
  // Modules that are loaded on demand stay in separate files.
  splitting: true,
  format: "esm",
  outExtension: { ".js": ".cjs" },
  platform: "node",
  target: "node20.20",
  // Native modules, or modules that load native ones.
  external: ["better-sqlite3", "pg"],
  legalComments: "linked",
  logLevel: "warning"
})

// Node.js 20 keeps compiled code of CommonJS alone (`bin/compiledCode.js`), and esbuild splits ECMAScript modules alone.
const toCommonJs = (code) =>
  transformSync(code.replace(/^#!.*/, ""), {
    format: "cjs",
    platform: "node",
    target: "node20.20",
    supported: { "dynamic-import": false },
    // All that its only reader, `createRequire`, needs.
    define: { "import.meta.url": "__filename" }
  }).code

mkdirSync(`${cli}bundle`)
for (const { path, text } of outputFiles) {
  writeFileSync(`${cli}bundle/${basename(path)}`, path.endsWith(".cjs") ? toCommonJs(text) : text)
}

// The command refuses to run if one of these is newer than the bundle, so that tests never run old code.
const compiled = Object.keys(metafile.inputs).filter(
  (path) => /(^|\/)dist\//.test(path) && !path.includes("node_modules")
)
const written = compiled.map((path) => path.replace(/(^|\/)dist\/(.*)\.js$/, "$1src/$2.ts")).filter(existsSync)
// The page of the console is one module by now.
const page = readdirSync("packages/console/src", { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name, parentPath }) => `${parentPath}/${name}`)
const sources = [...compiled, ...written, ...page].map((path) => relative(`${cli}bundle`, resolve(path)))
writeFileSync(`${cli}bundle/sources.json`, JSON.stringify(sources))

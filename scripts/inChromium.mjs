// npm run pictures, npm run bench -- start --on console: runs a program of packages/console/outside/chromium, which drives a browser through the console.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { installOutside } from "./outside.mjs"
import { prepare } from "./prepare.mjs"

const [name = ""] = process.argv.slice(2)
const folder = fileURLToPath(new URL("../packages/console/outside/chromium", import.meta.url))

/** Each module keeps its own address, by which it finds files. */
const ownAddress = {
  name: "own-address",
  setup: (build) =>
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
      loader: "ts"
    }))
}

await prepare()
await installOutside(folder)
const { build } = await import("esbuild")
// Beside the program, so that what it imports is found.
const outdir = mkdtempSync(join(folder, ".bundled-"))
try {
  await build({
    entryPoints: [join(folder, `${name}.ts`)],
    outfile: join(outdir, "program.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    plugins: [ownAddress],
    logLevel: "warning"
  })
  const { main } = await import(join(outdir, "program.mjs"))
  await main()
} finally {
  rmSync(outdir, { recursive: true, force: true })
}

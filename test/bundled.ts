import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { build } from "esbuild"
import { afterAll } from "vitest"

/**
 * A program that tests start as a process of its own, with all that it imports in one file: loading its hundreds of modules one
 * by one takes half of its time. The file is beside the program, so that native modules are found, and is removed after the tests
 * of the file that calls this.
 */
export const bundled = async (program: string): Promise<string> => {
  const folder = mkdtempSync(join(dirname(program), ".bundled-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  // Some tests start it as another user.
  chmodSync(folder, 0o755)
  const outfile = join(folder, basename(program).replace(/\.m?js$/, ".mjs"))
  await build({
    entryPoints: [program],
    outfile,
    bundle: true,
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
  return outfile
}

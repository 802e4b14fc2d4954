import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { build } from "esbuild"
import { afterAll } from "vitest"

/**
 * Programs of one folder that tests start as processes of their own, each with what it imports in few files: loading its hundreds of
 * modules one by one takes half of its time. The files are beside the programs, so that native modules are found, and are removed
 * after the tests of the file that calls this.
 */
export const bundledTogether = async (
  first: string,
  ...others: ReadonlyArray<string>
): Promise<ReadonlyArray<string>> => {
  const folder = mkdtempSync(join(dirname(first), ".bundled-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  // Some tests start it as another user.
  chmodSync(folder, 0o755)
  await build({
    entryPoints: [first, ...others],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: others.length > 0,
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
  return [first, ...others].map((program) => join(folder, basename(program).replace(/\.m?js$/, ".mjs")))
}

/** The same for one program. */
export const bundled = async (program: string): Promise<string> => (await bundledTogether(program))[0] ?? program

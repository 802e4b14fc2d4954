import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { html } from "@tollgate/console"
import { build } from "esbuild"
import { expect, it } from "vitest"

const KILOBYTE = 1000

const sizeOf = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length

/** The size of the script and the style, without some packages. */
const sizeWithout = async (external: Array<string>) => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL("../src/main.tsx", import.meta.url))],
    outdir: "page",
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    external
  })
  return sizeOf(Buffer.concat(outputFiles.map(({ contents }) => contents)))
}

it("the page has at most 120 kB as gzip sends it", () => {
  expect(sizeOf(html)).toBeLessThanOrEqual(120 * KILOBYTE)
})

it("Preact and uPlot have at most 30 kB of it", async () => {
  const libraries = (await sizeWithout([])) - (await sizeWithout(["preact", "uplot"]))
  expect(libraries).toBeGreaterThan(0)
  expect(libraries).toBeLessThanOrEqual(30 * KILOBYTE)
})

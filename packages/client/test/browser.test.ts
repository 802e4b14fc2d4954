import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { createContext, runInContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { type BuildOptions, build } from "esbuild"
import { describe, expect, it } from "vitest"
import { withServer } from "./serving.js"

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Bundles for a browser: any import from Node.js is an error. */
const bundle = async (options: BuildOptions): Promise<string> => {
  const { outputFiles } = await build({
    bundle: true,
    platform: "browser",
    write: false,
    logLevel: "silent",
    ...options
  })
  return outputFiles?.[0]?.text ?? ""
}

const stdin = (contents: string) => ({ stdin: { contents, resolveDir: file("..") } })

// The globals of browsers and workers, without those of Node.js.
const web = () => ({
  AbortController,
  clearTimeout,
  crypto,
  fetch,
  FormData,
  performance,
  queueMicrotask,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams
})

it("the package depends on nothing", () => {
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(file("../package.json"), "utf8")
  )
  expect(dependencies).toBeUndefined()
  // Where a host has it, calls get spans.
  expect([Object.keys(peerDependencies), peerDependenciesMeta]).toEqual([
    ["@opentelemetry/api"],
    { "@opentelemetry/api": { optional: true } }
  ])
})

describe("the client in a browser", () => {
  it("has at most 40 kB, compressed", async () => {
    const code = await bundle({ ...stdin('export * from "@tollgate/client"'), format: "esm", minify: true })
    expect(gzipSync(code).length).toBeLessThan(40_000)
    // Nothing of Effect, nor of another package.
    const { metafile } = await build({
      ...stdin('export * from "@tollgate/client"'),
      bundle: true,
      metafile: true,
      write: false
    })
    expect(
      Object.keys(metafile.inputs).filter((path) => !/^(dist|packages\/client\/dist)\/|^<stdin>$/.test(path))
    ).toEqual([])
  })

  it("imports nothing from Node.js, in any module", async () => {
    expect(await bundle({ entryPoints: [file("../dist/index.js")], format: "esm" })).not.toMatch(/["']node:/)
    // The API of OpenTelemetry is there to be bundled, and stays out.
    expect(await bundle({ entryPoints: [file("../dist/index.js")], format: "esm" })).not.toContain(
      "ProxyTracerProvider"
    )
    await expect(bundle(stdin('import "@tollgate/core"; import "@tollgate/client"'))).rejects.toThrow("node:crypto")
  })

  it("calls a real server with the globals of the web alone", async () => {
    const code = await bundle({ ...stdin('export * from "@tollgate/client"'), format: "iife", globalName: "client" })
    await withServer(async ({ hash, key, url }) => {
      const context = createContext({ ...web(), url, key, hash })
      runInContext(code, context)
      const ran = await runInContext(
        `(async () => {
          const gate = client.Tollgate.connect({ url })
          const account = gate.withKey(key)
          const made = await account.keys.create({ name: "A key", limit: 25 })
          const refused = await account.keys.update(hash, { disabled: true }).catch((error) => error)
          await gate.close()
          return {
            remaining: made.data.limit_remaining,
            refused: refused instanceof client.LastManagementKey && refused.hash === hash,
            missing: [typeof process, typeof Buffer, typeof require, typeof setImmediate]
          }
        })()`,
        context
      )
      expect(JSON.parse(JSON.stringify(ran))).toEqual({
        remaining: 25,
        refused: true,
        missing: ["undefined", "undefined", "undefined", "undefined"]
      })
    })
  })
})

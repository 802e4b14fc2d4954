import { fileURLToPath } from "node:url"
import { createContext, runInContext } from "node:vm"
import { type BuildOptions, build } from "esbuild"
import { describe, expect, it } from "vitest"
import { withServer } from "./serving.js"

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Bundles as for a browser: whatever of Node.js is asked for anywhere is an error. */
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

// What a browser and every worker have, and nothing that only Node.js has.
const web = () => ({
  AbortController,
  clearTimeout,
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

describe("the client as a browser has it", () => {
  it("imports nothing of Node.js, on any path", async () => {
    expect(await bundle({ entryPoints: [file("../dist/index.js")], format: "esm" })).not.toMatch(/["']node:/)
    // The API of OpenTelemetry is there to be bundled, and stays out.
    expect(await bundle({ entryPoints: [file("../dist/index.js")], format: "esm" })).not.toContain(
      "ProxyTracerProvider"
    )
    await expect(bundle(stdin('import "@tollgate/core"; import "@tollgate/client"'))).rejects.toThrow("node:crypto")
  })

  it("asks a real server with nothing but what the web has", async () => {
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

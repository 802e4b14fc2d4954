import type * as Codec from "@tollgate/core/codec"
import { beforeEach, expect, it, vi } from "vitest"

const passes = { decode: 0, encode: 0 }

// The server runs in this process, too: only what happens outside of its answers is counted.
const counting = { on: false }

vi.doMock("@tollgate/core/codec", async (original) => {
  const real = await original<typeof Codec>()
  const decode: typeof Codec.decode = (schema, given) => {
    if (counting.on) passes.decode++
    return real.decode(schema, given)
  }
  const encode: typeof Codec.encode = (schema, given) => {
    if (counting.on) passes.encode++
    return real.encode(schema, given)
  }
  return { ...real, decode, encode }
})

// Another test file of this worker may have loaded the client already, with the codec that does not count.
vi.resetModules()
const { Tollgate } = await import("../src/index.js")
const { withServer } = await import("./serving.js")

beforeEach(() => {
  Object.assign(passes, { decode: 0, encode: 0 })
})

it("a call over HTTP reads its input once and its answer once", () =>
  withServer(async ({ hash, key, url }) => {
    const counted: typeof fetch = async (...request) => {
      counting.on = false
      const response = await fetch(...request)
      counting.on = true
      return response
    }
    await using gate = Tollgate.connect({ url, fetch: counted })
    const { keys } = gate.withKey(key)
    const count = async (call: () => Promise<unknown>) => {
      Object.assign(passes, { decode: 0, encode: 0 })
      counting.on = true
      await call()
      counting.on = false
      return { ...passes }
    }
    expect(await count(() => keys.update(hash, { name: "Renamed", limit: 25 }))).toEqual({ decode: 2, encode: 0 })
    expect(await count(() => keys.list({ limit: 10 }))).toEqual({ decode: 2, encode: 0 })
    expect(await count(() => keys.get(hash))).toEqual({ decode: 1, encode: 0 })
    expect(await keys.get(hash)).toMatchObject({ hash, name: "Renamed", limit: 25 })
  }))

import * as Codec from "@tollgate/core/codec"
import { Schema } from "effect"
import { expect, it } from "vitest"
import { Tollgate } from "../src/index.js"
import { withServer } from "./serving.js"

const { get } = WeakMap.prototype
type Table = WeakMap<WeakKey, unknown>

/** Hears of each lookup in a table whose keys are objects, until `stop`. */
const listen = (heard: (table: Table) => void) => {
  WeakMap.prototype.get = function (this: Table, key) {
    heard(this)
    return get.call(this, key)
  }
}

const stop = () => {
  WeakMap.prototype.get = get
}

/** The table of compiled schemas in which each pass of a codec looks its schema up, once. */
const tableOf = (pass: () => unknown) => {
  const tables: Array<Table> = []
  listen((table) => tables.push(table))
  pass()
  stop()
  return tables[0]
}

const named = Schema.Struct({ name: Schema.String })
const tables = {
  decode: tableOf(() => Codec.decode(named, { name: "Ada" })),
  encode: tableOf(() => Codec.encode(named, { name: "Ada" }))
}

it("a call over HTTP reads its input once and its answer once", () =>
  withServer(async ({ hash, key, url }) => {
    const passes = { decode: 0, encode: 0 }
    const resume = () =>
      listen((table) => {
        if (table === tables.decode) passes.decode++
        if (table === tables.encode) passes.encode++
      })
    // The server runs in this process, too: only what happens outside of its answers is counted.
    const outside: typeof fetch = async (...request) => {
      stop()
      const response = await fetch(...request)
      resume()
      return response
    }
    await using gate = Tollgate.connect({ url, fetch: outside })
    const { keys } = gate.withKey(key)
    const count = async (call: () => Promise<unknown>) => {
      Object.assign(passes, { decode: 0, encode: 0 })
      resume()
      try {
        await call()
      } finally {
        stop()
      }
      return { ...passes }
    }
    expect(await count(() => keys.update(hash, { name: "Renamed", limit: 25 }))).toEqual({ decode: 2, encode: 0 })
    expect(await count(() => keys.list({ limit: 10 }))).toEqual({ decode: 2, encode: 0 })
    expect(await count(() => keys.get(hash))).toEqual({ decode: 1, encode: 0 })
    expect(await count(async () => Codec.encode(named, { name: "Ada" }))).toEqual({ decode: 0, encode: 1 })
    expect(await keys.get(hash)).toMatchObject({ hash, name: "Renamed", limit: 25 })
    stop()
  }))

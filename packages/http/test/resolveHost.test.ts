import { createSocket } from "node:dgram"
import { once } from "node:events"
import { afterAll, beforeAll, describe, expect, it } from "@effect/vitest"
import { resolveAt } from "../src/webhooks/resolveHost.js"

const A = 1
const AAAA = 28
const address = Buffer.from([93, 184, 216, 34])

/** The end of the only question of a message, behind its name, type and class. */
const endOf = (message: Buffer) => message.indexOf(0, 12) + 5
const typeOf = (message: Buffer) => message.readUInt16BE(message.indexOf(0, 12) + 1)

/** The answer to a question about IPv4: one address, for no time. */
const answerTo = (message: Buffer) =>
  Buffer.concat([
    message.subarray(0, 2),
    Buffer.from("81800001000100000000", "hex"),
    message.subarray(12, endOf(message)),
    Buffer.from("c00c00010001000000000004", "hex"),
    address
  ])

describe("A name server that answers no question about IPv6", () => {
  const server = createSocket("udp4")
  const asked: Array<number> = []
  beforeAll(async () => {
    server.on("message", (message, { address, port }) => {
      asked.push(typeOf(message))
      if (typeOf(message) === A) server.send(answerTo(message), port, address)
    })
    server.bind(0, "127.0.0.1")
    await once(server, "listening")
  })
  afterAll(() => void server.close())

  it("is asked once, and the addresses that it has are the answer", async () => {
    const resolve = resolveAt([`127.0.0.1:${server.address().port}`])
    expect(await resolve("hooks.example.com")).toEqual(["93.184.216.34"])
    // It is asked again after a while, if that is waited for.
    expect(asked.toSorted((one, other) => one - other)).toEqual([A, AAAA])
  })
})

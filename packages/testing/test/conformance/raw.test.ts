import net, { type AddressInfo } from "node:net"
import { runConformance } from "@tollgate/testing/conformance"
import { describe, expect, it } from "vitest"
import { sendRaw } from "../../dist/conformance/sendRaw.js"
import { asking, caseOf } from "./fakeServer.js"

const head = "content-type: application/json\r\nx-request-id: r\r\nx-content-type-options: nosniff\r\n"
const body = '{"error":{"code":404,"message":"Resource not found"}}'
const answer = `HTTP/1.1 404 Not Found\r\n${head}content-length: ${body.length}\r\n\r\n${body}`

interface Wire {
  readonly says: string
  readonly closes?: boolean
  readonly raw?: string
  readonly expectation?: object
}

/** What is said of a server that answers any bytes with these. */
const said = async ({ closes = false, expectation = {}, raw = "GET / HTTP/1.1\r\n\r\n", says }: Wire) => {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined)
    socket.once("data", () => (closes ? socket.end(says) : socket.write(says)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const sent = { method: /^\w+/.exec(raw)?.[0] ?? "", path: "/", headers: {}, raw: () => raw }
  const one = caseOf(({ api }) => api.send(sent, { status: 404, ...expectation }))
  const report = await runConformance({ url: `http://127.0.0.1:${port}/api/v1`, account: {}, cases: [one] })
  server.close()
  return report.failed.flatMap(({ reasons }) => reasons).map((reason) => reason.replace(/^\w+ \/: /, ""))
}

/** The address of a server that accepts a connection and says nothing. */
const silent = async () => {
  const server = net.createServer(() => undefined).unref()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address: AddressInfo | string | null = server.address()
  return new URL(`http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`)
}

describe("over a bare connection", () => {
  it("an answer is read to its length, though the server keeps the connection open", async () => {
    expect(await said({ says: answer })).toEqual([])
  })

  it("an answer without a length is read until the server closes", async () => {
    expect(await said({ says: `HTTP/1.1 404 Not Found\r\n${head}\r\n${body}`, closes: true })).toEqual([])
  })

  it("a chunked answer is put together", async () => {
    const chunks = `a\r\n${body.slice(0, 10)}\r\n${(body.length - 10).toString(16)}\r\n${body.slice(10)}\r\n0\r\n\r\n`
    expect(
      await said({ says: `HTTP/1.1 404 Not Found\r\n${head}transfer-encoding: chunked\r\n\r\n${chunks}` })
    ).toEqual([])
  })

  it("an interim answer is none", async () => {
    expect(await said({ says: `HTTP/1.1 100 Continue\r\n\r\n${answer}` })).toEqual([])
  })

  it("a second answer to one request is noticed", async () => {
    expect(await said({ says: answer + answer, expectation: { answers: 1 } })).toEqual(["2 answers, expected 1"])
  })

  it("an answer to HEAD with a body is noticed", async () => {
    const raw = "HEAD / HTTP/1.1\r\n\r\n"
    expect(await said({ raw, says: answer })).toEqual(["an answer to HEAD has a body"])
    expect(await said({ raw, says: answer.slice(0, -body.length) })).toEqual([])
  })

  it("silence and a connection closed without a word are no answer", async () => {
    expect(await sendRaw(await silent(), "GET / HTTP/1.1\r\n\r\n", { within: 50, answers: undefined })).toMatchObject({
      status: 0,
      problem: "no answer"
    })
    expect(await said({ says: "", closes: true })).toEqual(["status 0 (no answer), expected 404"])
  })

  it("an error by the parser has the envelope like any other", async () => {
    expect(await said({ says: "HTTP/1.1 404 Not Found\r\nconnection: close\r\n\r\n", closes: true })).toEqual([
      "no x-request-id",
      "no x-content-type-options: nosniff",
      "content-type undefined",
      "the body is not JSON"
    ])
  })
})

describe("a server that is not there", () => {
  it("fails the cases and not the run", async () => {
    const cases = [asking({ status: 200 })]
    const report = await runConformance({ url: "http://127.0.0.1:1/api/v1", account: {}, cases })
    expect(report.failed.map(({ reasons: [reason] }) => reason)).toEqual([
      "GET /presets: status 0 (connect ECONNREFUSED 127.0.0.1:1), expected 200"
    ])
  })
})

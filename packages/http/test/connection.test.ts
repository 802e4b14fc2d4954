import { describe, expect, it } from "@effect/vitest"
import { ImageModelCatalog } from "@tollgate/core/storage"
import { Context, Deferred, Effect } from "effect"
import { api, bearer, openAccount, serve } from "./account.js"
import { answersIn, exchange, message, type WireAnswer, wire } from "./wire.js"

const CLOSE = "Connection: close"
const JSON_TYPE = "Content-Type: application/json"

const refusal = (code: number, text: string, metadata: object) => ({ error: { code, message: text, metadata } })
const garbled = refusal(400, "Invalid request parameters", { reason: "invalid_http" })
const noRoute = refusal(404, "Resource not found", { reason: "no_such_route" })

const read = ({ body, headers, status }: WireAnswer) => ({
  status,
  body: JSON.parse(body),
  closes: headers["connection"]
})

const opened = Effect.gen(function* () {
  const account = yield* openAccount
  const { logs, url } = yield* serve(account.stores)
  const authorized = `Authorization: ${bearer(account.managementKey).Authorization}`
  const asking = (...lines: ReadonlyArray<string>) => message("GET", api("/presets"), [authorized, ...lines])
  const changing = (lines: ReadonlyArray<string>, body: string) =>
    message("PATCH", api(`/keys/${account.hash}`), [authorized, JSON_TYPE, ...lines], body)
  return { ...account, logs, url, asking, changing }
})

describe("what is pipelined behind a request", () => {
  const others = {
    garbage: ["garbage\r\n\r\n", 400, garbled],
    "an unfinished head with a bad header": ["GET / HTTP/1.1\r\nX A: b\r\n\r\n", 400, garbled],
    CONNECT: ["CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", 404, noRoute],
    "an upgrade": [message("GET", "/nowhere", ["Connection: Upgrade, close", "Upgrade: websocket"]), 404, noRoute]
  } as const
  for (const [what, [bytes, status, body]] of Object.entries(others)) {
    it.scoped(`is answered behind its answer where it is ${what}`, () =>
      Effect.gen(function* () {
        const { asking, url } = yield* opened
        const { answers, rest } = yield* exchange(url, asking() + asking() + bytes)
        expect(answers.map(({ status }) => status)).toEqual([200, 200, status])
        expect(answers.slice(-1).map(read)).toEqual([{ status, body, closes: "close" }])
        expect(rest).toBe("")
      })
    )
  }

  it.scoped("is answered once, however much of it comes", () =>
    Effect.gen(function* () {
      const { asking, url } = yield* opened
      const client = yield* wire(url)
      client.write(`${asking()}garbage\r\n\r\n`)
      client.write("more\r\n\r\n".repeat(100))
      yield* client.closed
      expect(client.answers.map(({ status }) => status)).toEqual([200, 400])
    })
  )

  it.scoped("waits for its turn, as it came", () =>
    Effect.gen(function* () {
      const { asking, changing, url } = yield* opened
      const names = Array.from({ length: 20 }, (_, i) => `name ${i}`)
      const changes = names.map((name) => {
        const body = JSON.stringify({ name })
        return changing([`Content-Length: ${body.length}`], body)
      })
      const { answers } = yield* exchange(url, changes.join("") + asking(CLOSE))
      expect(answers.slice(0, -1).map(({ body }) => JSON.parse(body).data.name)).toEqual(names)
      expect(answers.length).toBe(21)
    })
  )

  it.scoped("may be a hundred requests", () =>
    Effect.gen(function* () {
      const { asking, url } = yield* opened
      const hundred = yield* exchange(url, asking().repeat(99) + asking(CLOSE))
      expect(hundred.answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200))
    })
  )

  for (const beyond of [1, 99]) {
    it.scoped(`is answered where it is ${100 + beyond} requests as far as the hundredth, which is the last`, () =>
      Effect.gen(function* () {
        const { managementKey, stores } = yield* openAccount
        const read = yield* Deferred.make<void>()
        const catalog = { ...Context.get(stores, ImageModelCatalog), list: () => Effect.as(Deferred.await(read), []) }
        const { url } = yield* serve(Context.add(stores, ImageModelCatalog, catalog))
        const authorized = `Authorization: ${bearer(managementKey).Authorization}`
        const client = yield* wire(url)
        client.write(message("GET", api("/images/models"), [authorized]).repeat(100 + beyond))
        // The server answers a connection that came later, so all of the first one's requests wait.
        yield* exchange(url, message("GET", "/healthz", [CLOSE]))
        expect(client.heard).toBe("")
        yield* Deferred.succeed(read, undefined)
        yield* client.closed
        const { answers, rest } = answersIn(client.heard)
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200))
        expect(answers.map(({ headers }) => headers["connection"]).indexOf("close")).toBe(99)
        expect(rest).toBe("")
      })
    )
  }

  it.scoped("is not served behind an answer that ends the connection", () =>
    Effect.gen(function* () {
      const { asking, logs, url } = yield* opened
      const { answers, rest } = yield* exchange(url, asking("Expect: more") + asking())
      expect([answers.map(({ status }) => status), rest]).toEqual([[417], ""])
      expect(logs.length).toBe(1)
    })
  )
})

describe("a request that asks for another protocol", () => {
  for (const protocol of ["websocket", "h2c"]) {
    it.scoped(`of the name ${protocol} gets the last answer, since what came in one piece with it may be lost`, () =>
      Effect.gen(function* () {
        const { asking, url } = yield* opened
        const bytes = asking("Connection: keep-alive, Upgrade", `Upgrade: ${protocol}`) + asking()
        const { answers, rest } = yield* exchange(url, bytes)
        expect(answers.map(({ headers, status }) => [status, headers["connection"]])).toEqual([[200, "close"]])
        expect(rest).toBe("")
      })
    )
  }
})

describe("a client that has said that it sends no more", () => {
  it.scoped("gets all its answers", () =>
    Effect.gen(function* () {
      const { managementKey, stores } = yield* openAccount
      const turn = Effect.async<void>((resume) => void setImmediate(() => resume(Effect.void)))
      const list = () => Effect.as(Effect.repeatN(turn, 9), [])
      const catalog = { ...Context.get(stores, ImageModelCatalog), list }
      const { url } = yield* serve(Context.add(stores, ImageModelCatalog, catalog))
      const asking = message("GET", api("/images/models"), [`Authorization: ${bearer(managementKey).Authorization}`])
      const client = yield* wire(url)
      client.socket.end(asking.repeat(3))
      yield* client.closed
      expect(client.answers.map(({ body, status }) => [status, body])).toEqual(
        Array.from({ length: 3 }, () => [200, '{"data":[]}'])
      )
    })
  )
})

describe("a body that is not what its head said", () => {
  it.scoped("is refused in place of its answer, and nothing follows", () =>
    Effect.gen(function* () {
      const { asking, changing, url } = yield* opened
      const bytes = asking() + changing(["Transfer-Encoding: chunked"], "1\r\n{\r\nzz\r\n") + asking()
      const { answers, rest } = yield* exchange(url, bytes)
      expect(answers.map(({ status }) => status)).toEqual([200, 400])
      expect(answers.slice(-1).map(read)).toEqual([{ status: 400, body: garbled, closes: "close" }])
      expect(rest).toBe("")
    })
  )

  it.scoped("is refused as too large where a chunk extension is", () =>
    Effect.gen(function* () {
      const { changing, url } = yield* opened
      const { answers } = yield* exchange(
        url,
        changing(["Transfer-Encoding: chunked"], `2;x=${"y".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`)
      )
      const body = refusal(413, "Request body too large", { reason: "body_too_large" })
      expect(answers.map(read)).toEqual([{ status: 413, body, closes: "close" }])
    })
  )

  it.scoped("ends the connection, and no more, where its request has its answer", () =>
    Effect.gen(function* () {
      const { changing, url } = yield* opened
      const client = yield* wire(url)
      client.write(changing(["Transfer-Encoding: chunked"], `11000\r\n${" ".repeat(0x11000)}`))
      expect((yield* client.until(1)).map(({ status }) => status)).toEqual([413])
      client.write("zz\r\n")
      yield* client.closed
      expect(client.answers.map(({ status }) => status)).toEqual([413])
    })
  )

  it.scoped("ends the connection behind an answer that was under way", () =>
    Effect.gen(function* () {
      const { changing, url } = yield* opened
      const { answers } = yield* exchange(
        url,
        changing(["Transfer-Encoding: chunked"], `11000\r\n${" ".repeat(0x11000)}zz\r\n`)
      )
      expect(answers.map(({ status }) => status)).toEqual([413])
    })
  )
})

describe("a head", () => {
  const unknownVersion = refusal(505, "HTTP version not supported", {
    reason: "http_version_unknown",
    issues: [{ path: [], expected: "HTTP/1.1 or HTTP/1.0" }]
  })
  const unknownCoding = refusal(501, "Not implemented", {
    reason: "transfer_coding_unknown",
    issues: [{ path: ["Transfer-Encoding"], expected: "chunked" }]
  })

  for (const version of ["2.0", "0.9"]) {
    it.scoped(`of HTTP/${version} is 505`, () =>
      Effect.gen(function* () {
        const { asking, url } = yield* opened
        const { answers } = yield* exchange(url, asking().replace("HTTP/1.1", `HTTP/${version}`))
        expect(answers.map(read)).toEqual([{ status: 505, body: unknownVersion, closes: "close" }])
      })
    )
  }

  for (const version of ["9.9", "1.2", "3.0"]) {
    it.scoped(`of HTTP/${version}, which no parser knows, is 505`, () =>
      Effect.gen(function* () {
        const { asking, url } = yield* opened
        const { answers } = yield* exchange(url, asking().replace("HTTP/1.1", `HTTP/${version}`))
        const body = refusal(505, "HTTP version not supported", { reason: "http_version_unknown" })
        expect(answers.map(read)).toEqual([{ status: 505, body, closes: "close" }])
      })
    )
  }

  for (const coding of ["gzip, chunked", "identity, chunked", "chunked, chunked", "x-chunked, chunked"]) {
    it.scoped(`with the transfer coding ${coding} is not served`, () =>
      Effect.gen(function* () {
        const { changing, url } = yield* opened
        const { answers } = yield* exchange(url, changing([`Transfer-Encoding: ${coding}`], "2\r\n{}\r\n0\r\n\r\n"))
        expect(answers.map(read)).toEqual([
          coding === "chunked, chunked"
            ? { status: 400, body: garbled, closes: "close" }
            : { status: 501, body: unknownCoding, closes: "close" }
        ])
      })
    )
  }

  it.scoped("that asks before it sends too much is refused at once", () =>
    Effect.gen(function* () {
      const { changing, url } = yield* opened
      const { answers } = yield* exchange(url, changing(["Expect: 100-continue", "Content-Length: 65537"], ""))
      const body = {
        ...refusal(413, "Request body too large", {
          reason: "body_too_large",
          issues: [{ path: [], expected: "at most 65536 bytes" }]
        }),
        user_id: "owner"
      }
      expect(answers.map(read)).toEqual([{ status: 413, body, closes: "close" }])
    })
  )

  it.scoped("that sends `Expect: 100-continue` gets 100 in its turn", () =>
    Effect.gen(function* () {
      const { asking, changing, url } = yield* opened
      const client = yield* wire(url)
      client.write(asking() + changing(["Expect: 100-continue", "Content-Length: 2", CLOSE], ""))
      expect((yield* client.until(2)).map(({ status }) => status)).toEqual([200, 100])
      client.write("{}")
      yield* client.closed
      expect(client.answers.map(({ status }) => status)).toEqual([200, 100, 200])
    })
  )

  it.scoped("whose Host is no host is 400, and one of any form of host is served", () =>
    Effect.gen(function* () {
      const { asking, url } = yield* opened
      const statusOf = (host: string) =>
        Effect.map(exchange(url, asking(CLOSE).replace("localhost", host)), ({ answers }) => answers[0]?.status)
      for (const host of ["a b/c@", "a/b", "user@a", "a,b", "a:b", "[::1", "%zz", "a?b", "ä"]) {
        expect([host, yield* statusOf(host)]).toEqual([host, 400])
      }
      for (const host of ["", "a", "a_b.c:80", "a:", "[::1]:8787", "127.0.0.1", "a%20b", "xn--4ca"]) {
        expect([host, yield* statusOf(host)]).toEqual([host, 200])
      }
    })
  )

  it.scoped("with more than one length, or with none that is one, is 400", () =>
    Effect.gen(function* () {
      const { changing, url } = yield* opened
      const framings = [
        ["Content-Length: 2", "Transfer-Encoding: chunked"],
        ["Content-Length: 2", "Content-Length: 2"],
        ["Content-Length: 2", "Content-Length: 3"],
        ["Content-Length: -2"],
        ["Content-Length: 2, 2"]
      ]
      for (const lines of framings) {
        const { answers } = yield* exchange(url, changing(lines, "{}"))
        expect([lines, answers.map(read)]).toEqual([lines, [{ status: 400, body: garbled, closes: "close" }]])
      }
    })
  )
})

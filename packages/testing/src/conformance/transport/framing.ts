import { type Draft, transport } from "../Case.js"
import { badRequest, type Expectation, missingCredential, notFound } from "../Expectation.js"
import { updatedKey } from "../keys/apiKey.js"
import { presets } from "../presets/listPresets.js"
import type { Run } from "../Run.js"
import { authorization, CLOSE, JSON_TYPE, raw, type Sent } from "../Sent.js"

type Message = (run: Run) => Sent

const lines = (run: Run) => `GET ${run.api.base}/presets HTTP/1.1\r\nHost: h\r\n`
const manager = ({ account }: Run) => authorization(account.MGMT_KEY)

const message =
  (text: string | ((run: Run) => string)): Message =>
  (run) => ({
    method: "RAW",
    path: "/",
    headers: {},
    raw: () => (typeof text === "string" ? text : text(run))
  })
const reading =
  (...lines: ReadonlyArray<string>): Message =>
  () =>
    raw("GET", "/presets", lines)
const writing =
  (lines: ReadonlyArray<string>, body?: string): Message =>
  () =>
    raw("POST", "/auth/keys", lines, body)
const chunked =
  (body: string): Message =>
  (run) =>
    raw("POST", "/auth/keys", [manager(run), JSON_TYPE, "Transfer-Encoding: chunked"], body)
const changing =
  (lines: ReadonlyArray<string>, body: string): Message =>
  (run) =>
    raw("PATCH", `/keys/${run.account.KEY_HASH}`, [manager(run), JSON_TYPE, ...lines], body)
/** A request of the protocol's version. */
const versioned = (version: string, end = "\r\n") =>
  message(({ api }) => [`GET ${api.base}/presets ${version}`, "Host: h", "", ""].join(end))

/** Messages that lenient and strict parsers read as different requests. */
const malformed: Readonly<Record<string, Message>> = {
  "two Content-Lengths": writing(["Content-Length: 5", "Content-Length: 6"], "hello"),
  "Content-Length is text": writing(["Content-Length: abc"]),
  "Content-Length is negative": writing(["Content-Length: -1"]),
  "Content-Length with a plus": writing(["Content-Length: +5"], "hello"),
  "Content-Length in hex": writing(["Content-Length: 0x5"], "hello"),
  "a list of Content-Lengths": writing(["Content-Length: 5, 6"], "hello"),
  "Content-Length above 2^64": writing(["Content-Length: 99999999999999999999999"]),
  "chunk size is text": chunked("zz\r\n{}\r\n0\r\n\r\n"),
  "chunk longer than its size": chunked("1\r\n{}\r\n0\r\n\r\n"),
  "chunk size above 2^64": chunked("fffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
  "no Host": message(({ api }) => `GET ${api.base}/presets HTTP/1.1\r\nConnection: close\r\n\r\n`),
  "folded header": (run) => reading(`Authorization: Bearer\r\n ${run.account.MGMT_KEY}`)(run),
  "space before the colon": (run) => reading(`Authorization : Bearer ${run.account.MGMT_KEY}`)(run),
  "header without a colon": reading("Authorization"),
  "empty header name": reading(": x"),
  "NUL in a header value": reading("X-A: a\0b"),
  "NUL in a header name": reading("X\0A: b"),
  "carriage return in a header value": reading("X-A: a\rb"),
  "NUL in the target": () => raw("GET", "/pre\0sets", []),
  "space in the target": () => raw("GET", "/pre sets", []),
  "another protocol": versioned("FTP/1.1"),
  "HTTP/2 preface on HTTP/1": message("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  "bare line feeds": versioned("HTTP/1.1", "\n"),
  "TLS hello on a plain port": message("\x16\x03\x01\0\x05\x01\0\0\x01\0"),
  garbage: message("\0\x01\x02\x03 hello\r\n\r\n")
}

const short = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: 1\r\n`).join("")

/** More than 16 KiB of headers, or so many that Node.js drops some silently. */
const large: Readonly<Record<string, Message>> = {
  "20 KB header": reading(`X: ${"a".repeat(20_000)}`),
  "more than 16 KiB of headers together": reading(`X-A: ${"a".repeat(9_000)}`, `X-B: ${"b".repeat(9_000)}`),
  "2,000 headers": message((run) => `${lines(run)}${short(2_000)}\r\n`),
  "the credential behind 1,500 short headers is not dropped silently": message(
    (run) => `${lines(run)}${short(1_500)}${manager(run)}\r\n${CLOSE}\r\n\r\n`
  )
}

const quiet = (expect: Expectation, { account }: Run): Expectation => ({ ...expect, absent: [account.MGMT_KEY] })

const framed = (name: string, sent: Message, expect: Expectation, needs: Draft["needs"] = "socket") =>
  transport(`framing: ${name}`, (run) => run.api.send(sent(run), quiet(expect, run)), needs)

const encoded = (value: string) =>
  framed(`Transfer-Encoding: ${JSON.stringify(value)}`, writing([`Transfer-Encoding: ${value}`], "0\r\n\r\n"), {
    ...badRequest,
    alt: [501]
  })

/** Transfer codings other than `chunked`, which alone every server must know (RFC 9112, 6.1). */
const codings = ["gzip, chunked", "identity, chunked"]

const special: ReadonlyArray<Draft> = [
  // Request smuggling: RFC 9112 6.3.
  framed(
    "Content-Length and Transfer-Encoding",
    (run) => writing(["Content-Length: 5", "Transfer-Encoding: chunked"], `0\r\n\r\n${lines(run)}\r\n`)(run),
    { ...badRequest, answers: 1 }
  ),
  encoded("chunked, gzip"),
  encoded("\vchunked"),
  ...codings.map((coding) =>
    framed(`Transfer-Encoding: ${coding}`, changing([`Transfer-Encoding: ${coding}`], "2\r\n{}\r\n0\r\n\r\n"), {
      status: 501
    })
  ),
  // RFC 9112 3.2: more than one Host is 400.
  framed("two Hosts", (run) => reading("Host: i", manager(run), CLOSE)(run), { ...badRequest, alt: [200] }),
  ...["0.9", "1.2", "2.0", "9.9"].map((version) =>
    framed(`version ${version}`, versioned(`HTTP/${version}`), { status: 505 })
  ),
  framed(
    "Expect: 100-continue with a length too large is refused before the body comes",
    changing(["Expect: 100-continue", "Content-Length: 1000000000"], ""),
    { status: 413, answers: 1 }
  ),
  framed("Expect: something else", writing(["Expect: foo", "Content-Length: 2", CLOSE], "{}"), { status: 417 })
]

const connections: ReadonlyArray<Draft> = [
  framed(
    "two requests on one connection",
    message(
      (run) => `GET ${run.api.base}/nope HTTP/1.1\r\nHost: h\r\n\r\n${lines(run)}${manager(run)}\r\n${CLOSE}\r\n\r\n`
    ),
    { ...notFound, answers: 2 }
  ),
  framed(
    "a body of a refused request is not read as the next one",
    writing([JSON_TYPE, "Content-Length: 45", CLOSE], "GET /presets HTTP/1.1\r\nHost: h\r\nX-Fill: 12345"),
    { ...missingCredential, answers: 1 }
  )
]

const read: ReadonlyArray<Draft> = [
  framed("Expect: 100-continue", changing(["Expect: 100-continue", "Content-Length: 2", CLOSE], "{}"), updatedKey()),
  framed(
    "HTTP/1.0",
    message((run) => `GET ${run.api.base}/presets HTTP/1.0\r\n${manager(run)}\r\n\r\n`),
    presets(50)
  ),
  transport("framing: X-HTTP-Method-Override is no method", ({ api, manager }) =>
    api.get("/presets", presets(50), { ...manager, "X-HTTP-Method-Override": "DELETE" })
  ),
  transport("framing: a request id of the client is safe", ({ api, manager }) =>
    api.get(
      "/presets",
      { status: 200, headers: { "x-request-id": /^[^<]*$/ } },
      { ...manager, "X-Request-Id": "<script>" }
    )
  )
]

/** Requests that never end, to test a server's time limits. */
const unfinished: Readonly<Record<string, Message>> = {
  "headers never finished": message(lines),
  "body never finished": changing(["Content-Length: 100"], "{"),
  "a chunked body never finished": chunked("1\r\n{\r\n")
}

/** HTTP framing on a connection. */
export const framing: ReadonlyArray<Draft> = [
  ...Object.entries(malformed).map(([name, sent]) => framed(name, sent, badRequest)),
  ...Object.entries(large).map(([name, sent]) => framed(name, sent, { status: 431, alt: [400] })),
  ...special,
  ...connections,
  ...read,
  ...Object.entries(unfinished).map(([name, sent]) =>
    transport(
      `framing: ${name}`,
      async (run) => {
        const own = await run.isolated()
        await own.api.send(sent(own), { status: 408 })
      },
      "slow"
    )
  )
]

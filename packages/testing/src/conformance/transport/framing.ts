import { badRequest, missingCredential, notFound } from "../answers.js"
import type { Expectation } from "../Case.js"
import type { CaseRequest } from "../CaseRequest.js"
import { type Details, type Draft, draft } from "../Draft.js"
import { each } from "../each.js"
import { updatedKey } from "../keys/apiKey.js"
import { presets } from "../presets/listPresets.js"
import { asManager, CLOSE, get, JSON_TYPE, MANAGER, raw } from "../requests.js"

const PRESETS = "GET {BASE}/presets HTTP/1.1\r\nHost: h\r\n"
const http = { basis: "http" } as const

const message = (text: string): CaseRequest => ({ method: "RAW", path: "/", headers: {}, raw: text })
const reading = (...lines: ReadonlyArray<string>) => raw("GET", "/presets", lines)
const writing = (lines: ReadonlyArray<string>, body?: string) => raw("POST", "/auth/keys", lines, body)
const chunked = (body: string) => writing([MANAGER, JSON_TYPE, "Transfer-Encoding: chunked"], body)
const changing = (lines: ReadonlyArray<string>, body: string) =>
  raw("PATCH", "/keys/{KEY_HASH}", [MANAGER, JSON_TYPE, ...lines], body)

/** Messages that lenient and strict parsers read as different requests. */
const malformed: Readonly<Record<string, CaseRequest>> = {
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
  "no Host": message("GET {BASE}/presets HTTP/1.1\r\nConnection: close\r\n\r\n"),
  "folded header": reading("Authorization: Bearer\r\n {MGMT_KEY}"),
  "space before the colon": reading("Authorization : Bearer {MGMT_KEY}"),
  "header without a colon": reading("Authorization"),
  "empty header name": reading(": x"),
  "NUL in a header value": reading("X-A: a\0b"),
  "NUL in a header name": reading("X\0A: b"),
  "carriage return in a header value": reading("X-A: a\rb"),
  "NUL in the target": raw("GET", "/pre\0sets", []),
  "space in the target": raw("GET", "/pre sets", []),
  "another protocol": message("GET {BASE}/presets FTP/1.1\r\nHost: h\r\n\r\n"),
  "HTTP/2 preface on HTTP/1": message("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  "bare line feeds": message("GET {BASE}/presets HTTP/1.1\nHost: h\n\n"),
  "TLS hello on a plain port": message("\x16\x03\x01\0\x05\x01\0\0\x01\0"),
  garbage: message("\0\x01\x02\x03 hello\r\n\r\n")
}

/** More than 16 KiB of headers, or so many that Node.js drops some silently. */
const large: Readonly<Record<string, CaseRequest>> = {
  "20 KB header": reading("X: {a*20000}"),
  "more than 16 KiB of headers together": reading("X-A: {a*9000}", "X-B: {b*9000}"),
  "2,000 headers": message(`${PRESETS}{HDR*2000}\r\n`),
  "the credential behind 1,500 short headers is not dropped silently": message(
    `${PRESETS}{HDR*1500}${MANAGER}\r\n${CLOSE}\r\n\r\n`
  )
}

const quiet = (expect: Expectation): Expectation => ({ ...expect, absent: ["{MGMT_KEY}"] })

const framed = (name: string, request: CaseRequest, expect: Expectation, details: Details = {}): Draft =>
  draft(null, `framing: ${name}`, request, expect, { basis: "node", ...details })

const encoded = (value: string) =>
  framed(
    `Transfer-Encoding: ${JSON.stringify(value)}`,
    writing([`Transfer-Encoding: ${value}`], "0\r\n\r\n"),
    quiet({ ...badRequest, alt: [501] })
  )

/** Transfer codings other than `chunked`, which alone every server must know (RFC 9112, 6.1). */
const codings = ["gzip, chunked", "identity, chunked"]
const versions = ["0.9", "1.2", "2.0", "9.9"]

const special: ReadonlyArray<Draft> = [
  // Request smuggling: RFC 9112 6.3.
  framed(
    "Content-Length and Transfer-Encoding",
    writing(["Content-Length: 5", "Transfer-Encoding: chunked"], `0\r\n\r\n${PRESETS}\r\n`),
    quiet({ ...badRequest, answers: 1 })
  ),
  encoded("chunked, gzip"),
  encoded("\vchunked"),
  ...codings.map((coding) =>
    framed(
      `Transfer-Encoding: ${coding}`,
      changing([`Transfer-Encoding: ${coding}`], "2\r\n{}\r\n0\r\n\r\n"),
      { status: 501 },
      http
    )
  ),
  // RFC 9112 3.2: more than one Host is 400.
  framed("two Hosts", reading("Host: i", MANAGER, CLOSE), quiet({ ...badRequest, alt: [200] }), http),
  ...versions.map((version) =>
    framed(
      `version ${version}`,
      message(`GET {BASE}/presets HTTP/${version}\r\nHost: h\r\n\r\n`),
      quiet({ status: 505 }),
      http
    )
  ),
  framed(
    "Expect: 100-continue with a length too large is refused before the body comes",
    changing(["Expect: 100-continue", "Content-Length: 1000000000"], ""),
    { status: 413, answers: 1 },
    http
  ),
  framed("Expect: something else", writing(["Expect: foo", "Content-Length: 2", CLOSE], "{}"), quiet({ status: 417 }))
]

const connections: ReadonlyArray<Draft> = [
  framed(
    "two requests on one connection",
    message(`GET {BASE}/nope HTTP/1.1\r\nHost: h\r\n\r\n${PRESETS}${MANAGER}\r\n${CLOSE}\r\n\r\n`),
    { ...notFound, answers: 2 },
    http
  ),
  framed(
    "a body of a refused request is not read as the next one",
    writing([JSON_TYPE, "Content-Length: 45", CLOSE], "GET /presets HTTP/1.1\r\nHost: h\r\nX-Fill: 12345"),
    { ...missingCredential, answers: 1 },
    http
  )
]

const overridden = get("/presets", { ...asManager, "X-HTTP-Method-Override": "DELETE" })
const identified = get("/presets", { ...asManager, "X-Request-Id": "<script>" })
const safe = { status: 200, headers: { "x-request-id": { $not: { $includes: "<" } } } }

const read: ReadonlyArray<Draft> = [
  framed(
    "Expect: 100-continue",
    changing(["Expect: 100-continue", "Content-Length: 2", CLOSE], "{}"),
    updatedKey(),
    http
  ),
  framed("HTTP/1.0", message(`GET {BASE}/presets HTTP/1.0\r\n${MANAGER}\r\n\r\n`), presets(50), http),
  framed("X-HTTP-Method-Override is no method", overridden, presets(50), { basis: "derived" }),
  framed("a request id of the client is safe", identified, safe, { basis: "derived" })
]

/** Requests that never end, to test a server's time limits. */
const unfinished: Readonly<Record<string, CaseRequest>> = {
  "headers never finished": message(PRESETS),
  "body never finished": changing(["Content-Length: 100"], "{"),
  "a chunked body never finished": chunked("1\r\n{\r\n")
}

/** HTTP framing on a connection. */
export const framing: ReadonlyArray<Draft> = [
  ...each(malformed, (name, request) => framed(name, request, quiet(badRequest))),
  ...each(large, (name, request) => framed(name, request, quiet({ status: 431, alt: [400] }))),
  ...special,
  ...connections,
  ...read,
  ...each(unfinished, (name, request) =>
    framed(name, request, { status: 408 }, { transport: "slow", setup: ["isolate"] })
  )
]

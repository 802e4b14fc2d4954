import { bytesOf } from "./proxies.js"

/** The paths of docs/gateways.md that go to a provider. */
export const CHAT = "/v1/chat/completions"
export const IMAGES = "/v1/images/generations"

type Request = readonly [what: string, bytes: string]

/** What a client with a key may try: what every proxy must refuse, and what one proxy reads as a request and another one does not. */
export const hostileRequests = (key: string) => {
  const auth = `Authorization: Bearer ${key}`
  const smuggled = bytesOf(IMAGES, [auth])
  const trailing = `POST ${CHAT} HTTP/1.1\r\nHost: x\r\n${auth}\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nTrailer: X-Mine\r\n\r\n2\r\n{}\r\n0\r\nX-Mine: ${key}\r\n\r\n`
  const refused: ReadonlyArray<Request> = [
    ["two Authorization headers", bytesOf(CHAT, [auth, auth])],
    ["another Authorization first", bytesOf(CHAT, ["Authorization: Bearer x", auth])],
    ["the key in the query alone", bytesOf(`${CHAT}?key=${key}`, [])],
    ["the key in the query, too", bytesOf(`${CHAT}?key=${key}`, [auth])],
    ["the key in the query, spelled", bytesOf(`${CHAT}?key=${key.replaceAll("_", "%5f")}`, [auth])],
    ["the key in a cookie alone", bytesOf(CHAT, [`Cookie: key=${key}`])],
    ["the key in x-api-key alone", bytesOf(CHAT, [`X-Api-Key: ${key}`])],
    ["the key in Accept, too", bytesOf(CHAT, [auth, `Accept: ${key}`])],
    ["another method of the path", bytesOf(CHAT, [auth], { method: "GET", body: "" })],
    ["a question of a browser", bytesOf(CHAT, [auth], { method: "OPTIONS", body: "" })],
    ["an upgrade", bytesOf(CHAT, [auth, "Connection: Upgrade", "Upgrade: foo"], { method: "GET", body: "" })],
    ["another route's question", bytesOf("/tollgate/chat", [auth])],
    ["the address of forward auth", bytesOf("/auth/chat", [auth])],
    ["a path without a route", bytesOf("/v1/models", [auth])]
  ]
  const perhaps: ReadonlyArray<Request> = [
    ["the key in another header, too", bytesOf(CHAT, [auth, `X-Mine: ${key}`])],
    ["a dear path in the spelling of a cheap one", bytesOf("/v1/images/generations/../../chat/completions", [auth])],
    ["an escaped slash", bytesOf("/v1/images%2Fgenerations", [auth])],
    ["escaped dots", bytesOf("/v1/chat/%2e%2e/images/generations", [auth])],
    ["two slashes", bytesOf("//v1//chat//completions", [auth])],
    ["another letter case", bytesOf("/V1/CHAT/COMPLETIONS", [auth])],
    ["a parameter of the path", bytesOf(`${CHAT};/../../images/generations`, [auth])],
    ["a null byte", bytesOf(`${CHAT}%00`, [auth])],
    ["an absolute target", bytesOf(`http://other.example${CHAT}`, [auth])],
    ["a huge header", bytesOf(CHAT, [auth, `X-Huge: ${"x".repeat(40_000)}`])],
    ["many headers", bytesOf(CHAT, [auth, ...Array.from({ length: 200 }, (_, at) => `X-Many-${at}: 1`)])],
    [
      "two lengths",
      `POST ${CHAT} HTTP/1.1\r\nHost: x\r\n${auth}\r\nConnection: close\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`
    ],
    [
      "a folded header",
      `POST ${CHAT} HTTP/1.1\r\nHost: x\r\nX-Fold: a\r\n ${auth}\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`
    ],
    ["an upgrade by POST", bytesOf(CHAT, [auth, "Connection: Upgrade", "Upgrade: foo"])],
    ["whom the provider charges", bytesOf(CHAT, [auth, "OpenAI-Organization: mine", "OpenAI-Project: mine"])],
    ["trailers", trailing]
  ]
  return { refused, perhaps }
}

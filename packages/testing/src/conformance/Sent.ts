/** A request. One with `raw` is written to a bare socket byte for byte (latin1); all others are sent by an HTTP client. */
export interface Sent {
  readonly method: string
  /** Below the base URL. */
  readonly path: string
  readonly headers: Headers
  readonly body?: string | Buffer
  /** The whole message, for the path of the base URL. */
  readonly raw?: (base: string) => string
}

export type Headers = Readonly<Record<string, string>>

export const json = { "Content-Type": "application/json" }
export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
export const withoutKey = {}

/** A key with a valid checksum that no server has minted. */
export const UNMINTED = "tg_mk_00000000000000000000000000000000000000000000AadZn"

/** Header lines of a raw request. */
export const authorization = (key: string) => `Authorization: Bearer ${key}`
export const JSON_TYPE = `Content-Type: ${json["Content-Type"]}`
export const CLOSE = "Connection: close"

/** The body of a request: these fields as JSON. */
export const body = (fields: object) => ({ body: JSON.stringify(fields) })

export const get = (path: string, headers: Headers): Sent => ({ method: "GET", path, headers })

/** A raw request: its head, line by line without line ends, and its body. */
export const raw = (method: string, path: string, lines: ReadonlyArray<string>, body = ""): Sent => ({
  method,
  path,
  headers: {},
  raw: (base) => [`${method} ${base}${path} HTTP/1.1`, "Host: h", ...lines, "", body].join("\r\n")
})

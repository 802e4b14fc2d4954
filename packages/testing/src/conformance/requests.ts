import type { CaseRequest } from "./CaseRequest.js"

export const json = { "Content-Type": "application/json" }
export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
export const asManager = bearer("{MGMT_KEY}")
export const asOther = bearer("{OTHER_MGMT_KEY}")
export const asPlain = bearer("{PLAIN_KEY}")
export const asGateway = bearer("{GATEWAY_KEY}")
export const asOtherGateway = bearer("{OTHER_GATEWAY_KEY}")
export const withoutKey = {}

/** A key with a valid checksum that no server has minted. */
export const UNMINTED = "tg_mk_00000000000000000000000000000000000000000000AadZn"

/** Header lines of a raw request. */
export const authorization = (credential: typeof asManager) => `Authorization: ${credential.Authorization}`
export const MANAGER = authorization(asManager)
export const JSON_TYPE = `Content-Type: ${json["Content-Type"]}`
export const CLOSE = "Connection: close"

/** The body of a request: these fields as JSON. */
export const body = (fields: object) => ({ body: JSON.stringify(fields) })

export const get = (path: string, headers: CaseRequest["headers"] = asManager): CaseRequest => ({
  method: "GET",
  path,
  headers
})

export const post = (path: string, body: string, headers: CaseRequest["headers"] = asManager): CaseRequest => ({
  method: "POST",
  path,
  headers: { ...headers, ...json },
  body
})

/** A raw request: its head, line by line without line ends, and its body. */
export const raw = (method: string, path: string, lines: ReadonlyArray<string>, body = ""): CaseRequest => ({
  method,
  path,
  headers: {},
  raw: [`${method} {BASE}${path} HTTP/1.1`, "Host: h", ...lines, "", body].join("\r\n")
})

/** A body with a repeated text. `%d` is replaced by the number. */
export const repeated = (
  prefix: string,
  unit: string,
  times: number,
  suffix: string,
  { mid = "", unit2 = "" } = {}
): Pick<CaseRequest, "bodyRepeat"> => ({ bodyRepeat: { prefix, unit, times, mid, unit2, suffix } })

import type { Answer } from "./Answer.js"

interface Parsed {
  readonly status: number
  readonly headers: Record<string, string>
  /** As latin1. */
  readonly body: string
  readonly rest: string
  /** Whether the message declares its length and is complete. */
  readonly complete: boolean
}

const readHeaders = (lines: string) => {
  const headers: Record<string, string> = {}
  for (const line of lines.split("\r\n")) {
    const colon = line.indexOf(":")
    if (colon <= 0) continue
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return headers
}

const readChunks = (text: string) => {
  let body = ""
  let at = 0
  for (;;) {
    const end = text.indexOf("\r\n", at)
    const size = Number.parseInt(text.slice(at, end), 16)
    if (end < 0 || Number.isNaN(size) || text.length < end + 2 + size + 2) return { body, rest: "", complete: false }
    body += text.slice(end + 2, end + 2 + size)
    at = end + 2 + size + 2
    if (size === 0) return { body, rest: text.slice(at), complete: true }
  }
}

const parseOne = (text: string, bodiless: boolean): Parsed | undefined => {
  const end = text.indexOf("\r\n\r\n")
  const head = /^HTTP\/1\.\d (\d{3})[^\r\n]*/.exec(text)
  if (head === null || end < 0) return undefined
  const status = Number(head[1])
  const headers = readHeaders(text.slice(head[0].length, end))
  const after = text.slice(end + 4)
  if (status < 200) return { status, headers, body: "", rest: after, complete: true }
  if (bodiless) return { status, headers, body: after, rest: "", complete: true }
  if (headers["transfer-encoding"] === "chunked") return { status, headers, ...readChunks(after) }
  if (headers["content-length"] === undefined) return { status, headers, body: after, rest: "", complete: false }
  const length = Number(headers["content-length"])
  const complete = after.length >= length
  return { status, headers, body: after.slice(0, length), rest: after.slice(length), complete }
}

/** The answers on a connection, without interim ones. `complete` says whether the last one is complete. */
export const parseAnswers = (text: string, bodiless: boolean) => {
  const found: Array<Parsed> = []
  for (let rest = text; rest !== ""; ) {
    const parsed = parseOne(rest, bodiless)
    if (parsed === undefined) return { first: toAnswer(found), complete: false }
    if (parsed.status >= 200) found.push(parsed)
    rest = parsed.rest
  }
  return { first: toAnswer(found), complete: found.at(-1)?.complete ?? false }
}

const toAnswer = (found: ReadonlyArray<Parsed>): Answer => {
  const [first] = found
  if (first === undefined) return { status: 0, headers: {}, body: "", answers: 0, problem: "no answer" }
  const body = Buffer.from(first.body, "latin1").toString("utf8")
  return { status: first.status, headers: first.headers, body, answers: found.length }
}

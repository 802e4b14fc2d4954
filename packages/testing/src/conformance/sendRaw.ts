import net from "node:net"
import { type Answer, unanswered } from "./Answer.js"

/** How long to wait for an unexpected further answer, in milliseconds. */
const SURPLUS_MS = 300

interface RawOptions {
  /** How long to wait for the next bytes, in milliseconds. */
  readonly within: number
  /** The expected number of answers; a further one is then noticed. Without it, one answer ends the exchange. */
  readonly answers: number | undefined
}

/**
 * Writes bytes to a bare connection and reads until the expected answers are complete, the server closes the connection, or
 * no byte arrives for `within` milliseconds. After the answers it waits only where something that should not follow could:
 * a further answer, or the body of an answer to HEAD.
 */
export const sendRaw = (url: URL, text: string, { answers, within }: RawOptions): Promise<Answer> =>
  new Promise((resolve) => {
    const bodiless = text.startsWith("HEAD ")
    const toTheEnd = bodiless || answers !== undefined
    const socket = net.connect(Number(url.port || 80), url.hostname.replace(/^\[|\]$/g, ""))
    let received = ""
    const end = (answer: Answer) => {
      clearTimeout(endless)
      socket.destroy()
      resolve(answer)
    }
    const finish = () => end(parseAnswers(received, bodiless).first)
    const endless = setTimeout(() => end(unanswered("the answer does not end")), within + 20_000)
    socket.setEncoding("latin1")
    // The socket's idle limit, which each byte restarts.
    socket.setTimeout(within)
    socket.on("data", (chunk: string) => {
      received += chunk
      const { complete, first } = parseAnswers(received, bodiless)
      if (!complete || first.answers < (answers ?? 1)) return
      if (!toTheEnd) return finish()
      socket.setTimeout(SURPLUS_MS)
    })
    socket.on("timeout", finish)
    socket.on("close", finish)
    // Some servers reset the connection after an answer that refuses the rest of the request. `close` follows.
    socket.on("error", () => undefined)
    socket.write(Buffer.from(text, "latin1"))
  })

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
const parseAnswers = (text: string, bodiless: boolean) => {
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

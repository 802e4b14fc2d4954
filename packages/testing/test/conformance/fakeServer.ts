import http from "node:http"
import type { AddressInfo } from "node:net"
import type { Case, ConformanceOptions, Expectation, Report } from "@tollgate/testing/conformance"
import { runConformance } from "@tollgate/testing/conformance"

export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string | undefined>>
}

export type Fake = (request: http.IncomingMessage, body: string) => Reply

const always = { "content-type": "application/json", "x-request-id": "r-1", "x-content-type-options": "nosniff" }

/** An error as every server should write it. */
export const refusal = (status: number, message: string, more: object = {}): Reply => ({
  status,
  body: { error: { code: status, message }, ...more },
  headers: status === 401 ? { "www-authenticate": "Bearer" } : {}
})

export const notFound = refusal(404, "Resource not found")
export const badRequest = refusal(400, "Invalid request parameters")

const defined = (headers: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

/** Runs something against a server with given answers, under `/api/v1`. */
export const withFake = async <A>(fake: Fake, use: (url: string) => Promise<A>): Promise<A> => {
  const server = http.createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { body, headers, status } = fake(request, Buffer.concat(chunks).toString())
      response.writeHead(status, defined({ ...always, ...headers }))
      response.end(typeof body === "string" ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address: AddressInfo | string | null = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  try {
    return await use(`http://127.0.0.1:${port}/api/v1`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

/** A case that is this function. */
export const caseOf = (run: Case["run"], part: Partial<Case> = {}): Case => ({
  n: 1,
  operationId: "listPresets",
  name: "a case",
  run,
  ...part
})

/** The case of a request for presets. */
export const asking = (expect: Expectation, part?: Partial<Case>) =>
  caseOf(({ api }) => api.get("/presets", expect), part)

export const run = (
  fake: Fake,
  cases: ReadonlyArray<Case>,
  options: Partial<ConformanceOptions> = {}
): Promise<Report> => withFake(fake, (url) => runConformance({ url, account: {}, cases, ...options }))

/** Why the only case failed; empty where it passed. */
export const reasons = async (fake: Fake, body: Case["run"], options?: Partial<ConformanceOptions>) =>
  (await run(fake, [caseOf(body)], options)).failed.flatMap((failure) => failure.reasons)

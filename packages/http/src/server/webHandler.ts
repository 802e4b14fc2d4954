import * as Headers from "@effect/platform/Headers"
import * as HttpMethod from "@effect/platform/HttpMethod"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { headersOf } from "../headersOf.js"
import { SEPARATOR } from "../middleware/bearer.js"
import { TollgateApp } from "../TollgateApp.js"
import { exchanges } from "./exchanges.js"
import { type Body, MAX_BODY_BYTES } from "./readJsonBody.js"

/** Answers a web request; mounts in any server that speaks `Request` and `Response`. */
export type WebHandler = (request: Request) => Promise<Response>

const readBody = async (request: Request): Promise<Body> => {
  if (request.body === null) return new Uint8Array(0)
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) return "too_large"
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) return "too_large"
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const partsOf = async (request: Request) => {
  const { pathname, search } = new URL(request.url)
  const method = HttpMethod.isHttpMethod(request.method) ? request.method : ("OPTIONS" as const)
  const headers = Headers.fromInput(request.headers)
  const credentials = headers["authorization"]
  return {
    method,
    url: pathname + search,
    // A web request joins what came more than once, and no key holds what it joins with.
    headers:
      credentials === undefined ? headers : Headers.set(headers, "authorization", credentials.replace(", ", SEPARATOR)),
    body: await readBody(request)
  }
}

/** The whole service as a function, without a server of its own. */
export const webHandler: Effect.Effect<WebHandler, never, TollgateApp> = Effect.gen(function* () {
  const start = exchanges(yield* TollgateApp, yield* Effect.runtime())
  return async (request) => {
    const { exchange, fiber } = start(await partsOf(request))
    const answer = await Effect.runPromise(Fiber.join(fiber))
    const { body, status } = answer
    const bytes = body._tag === "Uint8Array" && request.method !== "HEAD" ? new Uint8Array(body.body) : null
    return new Response(bytes, { status, headers: headersOf(answer, exchange) })
  }
})

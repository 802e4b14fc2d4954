import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Runtime from "effect/Runtime"

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

// Preferred first. Higher brotli qualities take seconds of CPU time to save another tenth.
const encoders = {
  br: (text: string) => brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (text: string) => gzipped(text, { level: 9 }),
  identity: (text: string) => Promise.resolve(Buffer.from(text))
}

type Coding = keyof typeof encoders

/** The content coding to answer with (RFC 9110, section 12.5.3). */
const codingFor = (accepted: string | undefined): Coding => {
  const accepts = (coding: Coding) =>
    (accepted ?? "").split(",").some((part) => {
      const [name = "", weight = "q=1"] = part.toLowerCase().split(";")
      return name.trim() === coding && Number(weight.replace(/\s*q\s*=/, "")) > 0
    })
  if (accepts("br")) return "br"
  return accepts("gzip") ? "gzip" : "identity"
}

interface StaticText {
  readonly text: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Runs an effect once, when it is first needed, in a fiber of its own: a request that is interrupted while it waits must
 * not end it for the others. `Effect.cached` would keep the interruption as the result.
 */
const once = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<Effect.Effect<A, E>, never, R> =>
  Effect.map(Effect.runtime<R>(), (runtime) => {
    let running: Fiber.Fiber<A, E> | null = null
    return Effect.suspend(() => {
      running ??= Runtime.runFork(runtime, effect)
      return Effect.flatten(Fiber.await(running))
    })
  })

/**
 * Serves a large text that never changes. It is compressed once for each content coding, when it is first requested in it.
 * Clients keep it and revalidate it by its entity tag (RFC 9110, section 8.8.3), unless its headers say otherwise.
 */
export const staticText = <E, R>(source: Effect.Effect<StaticText, E, R>) =>
  Effect.gen(function* () {
    const prepared = yield* once(source)
    const encode = (coding: Coding) =>
      Effect.gen(function* () {
        const { contentType, headers, text } = yield* prepared
        const body = yield* Effect.promise(() => encoders[coding](text))
        const etag = `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`
        const coded = coding === "identity" ? {} : { "content-encoding": coding }
        const shared = { "cache-control": "no-cache", ...headers, etag, vary: "Accept-Encoding" }
        return {
          etag,
          whole: HttpServerResponse.uint8Array(body, { contentType, headers: { ...shared, ...coded } }),
          unchanged: HttpServerResponse.empty({ status: 304, headers: shared })
        }
      })
    const coded = yield* Effect.all({
      br: once(encode("br")),
      gzip: once(encode("gzip")),
      identity: once(encode("identity"))
    })
    return Effect.gen(function* () {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      const { etag, unchanged, whole } = yield* coded[codingFor(headers["accept-encoding"])]
      const known = headers["if-none-match"]?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? []
      return known.includes(etag) || known.includes("*") ? unchanged : whole
    })
  })

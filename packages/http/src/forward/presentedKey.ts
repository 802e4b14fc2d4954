import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import { InvalidCredential } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { wireErrorOf } from "../api/errorTable.js"
import { BadRequest, Unauthorized } from "../api/WireError.js"
import { MAX_KEY_LENGTH, readBearer } from "../middleware/readBearer.js"
import type { ForwardRoute } from "./ForwardRoute.js"

const URL_HEADER = "x-forwarded-uri"

/** A shorter text is no secret, and may stand elsewhere by chance. */
const SECRET_LENGTH = 16

const elsewhere = (where: string, expected: string) =>
  BadRequest.because("invalid_input", [{ path: [where], expected }])

const inUrl = elsewhere("X-Forwarded-Uri", "a URL that does not have the API key")
const inOtherHeader = elsewhere("headers", "the API key in one header alone")

/** An escape that is not of ASCII stays: no key has such characters. */
const decoded = (url: string): string =>
  url.replaceAll(/%([0-7][\da-f])/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

const inHeader = (name: Exclude<ForwardRoute["key"], "authorization">) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) => {
    const presented = headers[name] ?? ""
    if (presented === "")
      return Effect.fail(Unauthorized.missing({ path: [name], expected: "a header with an API key" }))
    // Also several headers, which are joined by a comma and a space.
    const isKey = /^[\x21-\x7e]+$/.test(presented) && presented.length <= MAX_KEY_LENGTH
    return isKey ? Effect.succeed(Redacted.make(presented)) : Effect.fail(wireErrorOf(new InvalidCredential()))
  })

/**
 * The API key that the user of a proxy has presented, from the one header that the route names. A request that has it elsewhere, too, is
 * refused: the model and the logs on the way would get it.
 */
export const presentedKey = (name: ForwardRoute["key"]) =>
  Effect.flatMap(name === "authorization" ? readBearer : inHeader(name), (secret) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, originalUrl }) => {
      const key = Redacted.value(secret)
      if (key.length < SECRET_LENGTH) return Effect.succeed(secret)
      const urls = [originalUrl, headers[URL_HEADER] ?? ""]
      if (urls.some((url) => url.includes(key) || decoded(url).includes(key))) return Effect.fail(inUrl)
      const isInOther = Object.entries(headers).some(([other, value]) => other !== name && value.includes(key))
      return isInOther ? Effect.fail(inOtherHeader) : Effect.succeed(secret)
    })
  )

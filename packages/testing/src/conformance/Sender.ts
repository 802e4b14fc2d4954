import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { type Answer, unanswered } from "./Answer.js"
import type { Outgoing } from "./Outgoing.js"
import { send } from "./send.js"

/** How ordinary requests are sent. Raw ones always go through a socket. */
export type Send = (url: URL, request: Outgoing) => Effect.Effect<Answer>

/** @default a kept connection of `node:http` */
export class Sender extends Context.Reference<Sender>()("@tollgate/testing/conformance/Sender", {
  defaultValue: (): Send => send
}) {}

/** A function such as the global `fetch`, or a web handler. */
export type Fetch = (request: Request) => Promise<Response>

const bodyless = new Set(["GET", "HEAD"])

const exchange = async (fetch: Fetch, url: URL, { body, headers, method, path }: Outgoing): Promise<Answer> => {
  const length = body === undefined ? {} : { "content-length": String(body.length) }
  const request = new Request(url.origin + url.pathname.replace(/\/$/, "") + path, {
    method,
    headers: { host: url.host, ...headers, ...length },
    // A web request of these methods cannot have a body.
    body: body === undefined || bodyless.has(method) ? null : new Uint8Array(body)
  })
  const response = await fetch(request)
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
    answers: 1
  }
}

const sendTo =
  (fetch: Fetch): Send =>
  (url, request) =>
    Effect.catchAll(
      Effect.tryPromise(() => exchange(fetch, url, request)),
      ({ error }) => Effect.succeed(unanswered(String(error)))
    )

/** Sends by calling a function in this process, if there is one. */
export const sentBy = (
  fetch: Fetch | undefined
): (<A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) =>
  fetch === undefined ? identity : Effect.provideService(Sender, sendTo(fetch))

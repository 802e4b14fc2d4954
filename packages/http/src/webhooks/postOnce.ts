import { type IncomingMessage, request } from "node:http"
import type { Socket } from "node:net"
import { WebhookUnreachable } from "@tollgate/core"
import { sleepAside } from "@tollgate/core/storage"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Opened } from "./openConnection.js"
import { unsentReason } from "./unsentReason.js"

/** The longest head of an answer, in bytes. */
const MAX_HEAD_BYTES = 16_384
/** How many interim answers (1xx) may come before the answer. */
const MAX_INTERIM = 10
/** How much of a body is read, so that a receiver can end its answer, in bytes. It is dropped. */
const MAX_BODY_BYTES = 4_096
/** How long the end of a body is waited for. */
const BODY = Duration.seconds(1)

interface Posted {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends a request on a connection of its own, and waits for the head of the answer. */
const headOf = (opened: Opened, socket: Socket, { body, headers, url }: Posted) =>
  Effect.async<IncomingMessage, WebhookUnreachable>((resume) => {
    const fail = (reason: string) => {
      resume(new WebhookUnreachable({ reason }))
      socket.destroy()
    }
    if (socket.destroyed) return fail("connection reset")
    const sent = request({
      method: "POST",
      path: `${url.pathname}${url.search}`,
      headers: { ...headers, host: url.host },
      // Without an agent, so neither a connection of before nor a proxy of the environment is used.
      createConnection: () => socket,
      maxHeaderSize: MAX_HEAD_BYTES,
      insecureHTTPParser: false
    })
    opened.add(socket)
    let interim = 0
    sent.on("information", () => {
      if (++interim > MAX_INTERIM) fail("invalid answer")
    })
    sent.on("upgrade", (answer) => {
      resume(Effect.succeed(answer))
      socket.destroy()
    })
    sent.on("response", (answer) => resume(Effect.succeed(answer)))
    // The listener stays: a receiver may answer, and then reset the connection.
    sent.on("error", (error) => fail(unsentReason(error)))
    sent.end(body)
  })

/** Reads the end of an answer, if it is short. Whether it ends changes nothing. */
const drained = (answer: IncomingMessage) =>
  Effect.async<void>((resume) => {
    let read = 0
    const end = () => resume(Effect.void)
    answer.on("data", (part: Buffer) => {
      read += part.length
      if (read > MAX_BODY_BYTES) end()
    })
    answer.once("end", end).once("close", end).on("error", end)
  })

/** Sends a request on a connection, and returns the status of the answer. The body of the answer is neither kept nor shown. */
export const postOnce = (opened: Opened, socket: Socket, posted: Posted) =>
  Effect.flatMap(headOf(opened, socket, posted), (answer) =>
    Effect.as(Effect.raceFirst(drained(answer), sleepAside(BODY)), { status: answer.statusCode ?? 0 })
  )

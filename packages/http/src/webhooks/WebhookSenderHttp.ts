import { isIP } from "node:net"
import { type WebhookMessage, WebhookRules, WebhookSender, WebhookUnreachable } from "@tollgate/core"
import { sleepAside } from "@tollgate/core/storage"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { version } from "../api/version.js"
import { isGlobalUnicast } from "./isGlobalUnicast.js"
import { connectTo, NEXT_ADDRESS, type Opened, secure } from "./openConnection.js"
import { postOnce } from "./postOnce.js"
import { type ResolveHost, resolveAny, resolvePublic } from "./resolveHost.js"
import { signWebhook } from "./signWebhook.js"
import { unsentReason } from "./unsentReason.js"

/** How long an exchange may take, from the look-up of the name to the end of the answer. */
const EXCHANGE = Duration.seconds(10)
/** How many addresses of a host are tried. */
const MAX_ADDRESSES = 4

/** How webhooks are reached, for tests. */
export interface WebhookSenderOptions {
  /**
   * Finds the addresses of a host. It is asked once for each message.
   *
   * @default the name servers; if private addresses are allowed, the operating system
   */
  readonly resolve?: ResolveHost | undefined
  /**
   * Whether an address may be connected to. It judges each address before the connection, and that of the connection.
   *
   * @default isGlobalUnicast; if private addresses are allowed, any
   */
  readonly mayConnect?: ((address: string) => boolean) | undefined
  /**
   * Certificates of authorities, in PEM.
   *
   * @default those of Node.js
   */
  readonly ca?: string | undefined
}

const unreachable = (reason: string) => new WebhookUnreachable({ reason })

/** The host without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, "$1")

const portOf = ({ port, protocol }: URL) => (port === "" ? (protocol === "https:" ? 443 : 80) : Number(port))

const headersOf = (message: WebhookMessage) => ({
  "content-type": "application/json",
  "user-agent": `tollgate/${version}`,
  "webhook-id": message.id,
  "webhook-timestamp": String(message.timestamp),
  "webhook-signature": signWebhook(message.secret, message)
})

const make = (isPrivateAllowed: boolean, options: WebhookSenderOptions) => {
  const { ca } = options
  const resolve = options.resolve ?? (isPrivateAllowed ? resolveAny : resolvePublic)
  const mayConnect = options.mayConnect ?? (isPrivateAllowed ? () => true : isGlobalUnicast)

  /** The addresses that a message may go to. All others are refused, and nothing is connected to if none is left. */
  const addressesOf = (host: string) =>
    Effect.gen(function* () {
      const found =
        isIP(host) === 0
          ? yield* Effect.tryPromise({ try: () => resolve(host), catch: (error) => unreachable(unsentReason(error)) })
          : [host]
      const allowed = found.filter(mayConnect).slice(0, MAX_ADDRESSES)
      if (allowed.length === 0) return yield* unreachable(found.length === 0 ? "unknown host" : "refused address")
      return allowed
    })

  /** Connects to the first address that answers. Each but the last one has a while of its own. */
  const connected = (opened: Opened, addresses: ReadonlyArray<string>, port: number) => {
    const attempts = addresses.map((address, index) => {
      const attempt = connectTo(opened, { address, port }, mayConnect)
      if (index === addresses.length - 1) return attempt
      return Effect.raceFirst(attempt, Effect.zipRight(sleepAside(NEXT_ADDRESS), unreachable("timeout")))
    })
    return Effect.firstSuccessOf(attempts)
  }

  const exchange = (message: WebhookMessage, opened: Opened) =>
    Effect.gen(function* () {
      const url = yield* Effect.try({ try: () => new URL(message.url), catch: () => unreachable("invalid URL") })
      const isSecure = url.protocol === "https:"
      if (!isSecure && !(isPrivateAllowed && url.protocol === "http:")) return yield* unreachable("refused scheme")
      const host = hostOf(url)
      const socket = yield* connected(opened, yield* addressesOf(host), portOf(url))
      const connection = isSecure ? yield* secure(opened, socket, host, ca) : socket
      return yield* postOnce(opened, connection, { url, headers: headersOf(message), body: message.body })
    })

  const timeout = Effect.zipRight(sleepAside(EXCHANGE), unreachable("timeout"))

  return {
    send: (message: WebhookMessage) =>
      Effect.suspend(() => {
        const opened: Opened = new Set()
        const close = Effect.sync(() => {
          for (const socket of opened) socket.destroy()
        })
        return Effect.ensuring(Effect.raceFirst(exchange(message, opened), timeout), close)
      })
  }
}

/**
 * Sends messages to webhooks over HTTPS from Node.js, signed as Standard Webhooks 1.0.0 says. If `WebhookRules` allow private addresses, also
 * over HTTP and to any address.
 *
 * - The name is looked up once. Only addresses that are global unicast are connected to, by their numbers, and the address of each connection
 *   is judged again before anything is written.
 * - Each message has a connection of its own. Redirects are not followed: an answer of 3xx is an answer. Proxies of the environment are not used.
 * - An exchange ends within 10 seconds. At most 16 KiB of headers and 4 KiB of the body of an answer are read, and none of it is kept.
 * - Fails with `WebhookUnreachable`, whose `reason` is a few words, such as `timeout`, `refused address` or `tls: CERT_HAS_EXPIRED`.
 * - It does not keep the process alive.
 *
 * @example
 * import { WebhookSenderHttp } from "@tollgate/http"
 *
 * export const sender = WebhookSenderHttp.layer()
 */
export const layer = (options: WebhookSenderOptions = {}): Layer.Layer<never> =>
  Layer.effect(
    WebhookSender,
    Effect.map(WebhookRules, ({ isPrivateAllowed }) => make(isPrivateAllowed, options))
  )

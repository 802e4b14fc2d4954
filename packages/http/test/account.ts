import { type IncomingHttpHeaders, type RequestOptions, request } from "node:http"
import {
  createGatewayKey,
  createGuardrail,
  createKey,
  createPreset,
  Memory,
  ServeCredentials,
  type Services
} from "@tollgate/core"
import {
  BASE_PATH,
  NodeServer,
  type Operation,
  RequestsPerMinute,
  TollgateApp,
  type WebHandler,
  webHandler
} from "@tollgate/http"
import { aGuardrail, aKey, aPreset, TestAccount } from "@tollgate/testing/accounts"
import { Context, Effect, Layer, Logger, Redacted } from "effect"

/** An account in memory, with a preset and a guardrail. */
export const openAccount = Effect.gen(function* () {
  const stores = yield* Layer.build(Layer.fresh(Memory.layer))
  return yield* Effect.gen(function* () {
    const account = yield* TestAccount.make()
    const { asManager, managementHash, ordinaryHash: hash } = account
    yield* Effect.provide(createPreset(aPreset()), asManager)
    const { id: guardrail } = yield* Effect.provide(createGuardrail(aGuardrail()), asManager)
    const { key: readOnlyKey } = yield* Effect.provide(
      createKey(aKey({ management: true, read_only: true })),
      asManager
    )
    const { key: gatewayKey } = yield* createGatewayKey({ organization_id: null })
    return {
      stores,
      asManager,
      organization: account.organization,
      managementKey: Redacted.value(account.managementKey),
      managementHash,
      readOnlyKey: Redacted.value(readOnlyKey),
      gatewayKey: Redacted.value(gatewayKey),
      ordinaryKey: Redacted.value(account.ordinaryKey),
      hash,
      guardrail
    }
  }).pipe(Effect.provide(stores))
})

/** The key that an operation accepts. */
export const acceptedKey = (
  { access }: Pick<Operation, "access">,
  { gatewayKey, managementKey }: { readonly gatewayKey: string; readonly managementKey: string }
) => (access === "gateway, else 403" ? gatewayKey : managementKey)

/** A service over some stores, as a function and on a free port, with its log lines. It stops with its scope. */
export const serve = (services: Context.Context<Services>, requestsPerMinute?: number) => {
  const logs: Array<string> = []
  const logger = Logger.map(Logger.logfmtLogger, (line) => void logs.push(line))
  const limit = requestsPerMinute === undefined ? Layer.empty : Layer.succeed(RequestsPerMinute, requestsPerMinute)
  const app = TollgateApp.layer.pipe(
    Layer.provide(limit),
    Layer.provide(Layer.succeed(ServeCredentials, true)),
    Layer.provide(Layer.succeedContext(services))
  )
  return Effect.gen(function* () {
    const built = yield* Layer.build(Layer.provideMerge(NodeServer.layer({ host: "127.0.0.1", port: 0 }), app))
    const handler = yield* Effect.provide(webHandler(), built)
    return { url: Context.get(built, NodeServer).url, handler, logs }
  }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
}

/** The server alone, on a free port. */
export const serveLayer = (services: Context.Context<Services>) =>
  NodeServer.layer({ host: "127.0.0.1", port: 0 }).pipe(
    Layer.provide(TollgateApp.layer),
    Layer.provide(Layer.succeedContext(services))
  )

export const api = (path: string) => BASE_PATH + path

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

export const bearer = (key: string) => ({ Authorization: `Bearer ${key}` })
export const json = { "Content-Type": "application/json" }

/** Sends over a socket, in pieces where the body is several. */
export const send = (
  url: string,
  { body, ...options }: RequestOptions & { readonly body?: string | ReadonlyArray<string> } = {}
) =>
  Effect.promise(
    () =>
      new Promise<Received & { readonly headers: IncomingHttpHeaders; readonly reused: boolean }>((resolve, reject) => {
        const outgoing = request(url, options).on("error", reject)
        outgoing.on("response", (incoming) => {
          const chunks: Array<Buffer> = []
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
          incoming.on("end", () =>
            resolve({
              status: incoming.statusCode ?? 0,
              headers: incoming.headers,
              body: Buffer.concat(chunks).toString(),
              reused: outgoing.reusedSocket
            })
          )
        })
        if (typeof body === "string") outgoing.setHeader("Content-Length", Buffer.byteLength(body))
        for (const piece of typeof body === "string" ? [body] : (body ?? [])) outgoing.write(piece)
        outgoing.end()
      })
  )

/** Asks the web handler. */
export const ask = (handler: WebHandler, path: string, { body, headers, method = "GET" }: Sent = {}) =>
  Effect.promise(async (): Promise<Received> => {
    const init = { method, headers: { ...headers }, ...(body === undefined ? {} : { body }) }
    const response = await handler(new Request(`http://localhost${path}`, init))
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  })

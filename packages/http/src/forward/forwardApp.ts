import type * as HttpApp from "@effect/platform/HttpApp"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { authenticateGateway, GatewayCaller, GatewayKeyRequired, LedgerCaller, SecretKey } from "@tollgate/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { wireErrorOf } from "../api/errorTable.js"
import { ProtocolRefusal } from "../api/ProtocolRefusal.js"
import { NotFound } from "../api/WireError.js"
import type { RequestServices } from "../app/TollgateApp.js"
import * as inFlight from "../middleware/inFlight.js"
import { errorResponse } from "../request/errorResponse.js"
import * as RequestState from "../request/RequestState.js"
import { requestMiddleware } from "../request/requestMiddleware.js"
import { toHttpError } from "../request/toHttpError.js"
import { admitForwarded } from "./admitForwarded.js"
import type { ForwardRoute, ForwardRoutes } from "./ForwardRoute.js"
import { presentedKey } from "./presentedKey.js"
import { readForwarded } from "./readForwarded.js"
import { forNginx, toHolder, withReason } from "./refuseForwarded.js"

/** The path below which the routes are. */
export const FORWARD_PATH = "/auth"

const GATEWAY_KEY_HEADER = "x-tollgate-gateway-key"

/** What admits the requests of proxies. */
export interface ForwardOptions {
  /** The gateway key that spends for the users. */
  readonly gatewayKey: Redacted.Redacted
  /** The routes by their names. */
  readonly routes: ForwardRoutes
  /** Whether a proxy must present the gateway key, too. */
  readonly isKeyDemanded: boolean
}

interface Found extends RequestState.MatchedRoute {
  readonly name: string
  readonly route: ForwardRoute
}

/** Finds the route of a target as it was sent. Envoy appends the path of its client, which must not choose the route: dots and escapes are kept. */
const finding = (routes: ForwardRoutes) => {
  const all = new Map(
    Object.entries(routes).map(([name, route]): readonly [string, Found] => [
      name,
      { name, route, method: "any", path: `${FORWARD_PATH}/${name}` }
    ])
  )
  const below = new RegExp(`^${FORWARD_PATH}/([a-z][a-z0-9-]*)(?:[/?]|$)`)
  return (target: string) => all.get(below.exec(target)?.[1] ?? "")
}

const isSame = (presented: string, gatewayKey: Redacted.Redacted) =>
  SecretKey.hash(Redacted.make(presented)) === SecretKey.hash(gatewayKey)

/** The gateway that spends for the users. Its key may have been deleted since the server was started. */
const gatewayOf = (gatewayKey: Redacted.Redacted) =>
  authenticateGateway(gatewayKey).pipe(
    Effect.catchTags({
      InvalidCredential: () =>
        Effect.zipRight(
          Effect.logError("the gateway key of forward auth is not valid any more"),
          Effect.die(new ProtocolRefusal({ reason: "unavailable" }))
        ),
      StorageFailure: toHttpError
    })
  )

/** A user's id in a header: visible ASCII stays, and the rest is percent-encoded (RFC 3986, section 2.1). */
const headerText = (text: string) => text.replaceAll(/[^\x21-\x24\x26-\x7e]+/g, encodeURIComponent)

/** Answers 200 to a request of a proxy that is admitted, with headers for what calls the model. Any other answer refuses it. */
export const forwardApp = ({
  gatewayKey,
  isKeyDemanded,
  routes
}: ForwardOptions): Effect.Effect<HttpApp.Default<never, RequestServices>> =>
  Effect.gen(function* () {
    const find = finding(routes)
    const enter = yield* inFlight.make

    const admitted = Effect.fnUntraced(function* ({ name, route }: Found) {
      const { headers } = yield* HttpServerRequest.HttpServerRequest
      if (isKeyDemanded && !isSame(headers[GATEWAY_KEY_HEADER] ?? "", gatewayKey)) {
        return yield* Effect.fail(wireErrorOf(new GatewayKeyRequired()))
      }
      yield* enter
      const key = yield* presentedKey(route.key)
      const forwarded = yield* Effect.catchAll(readForwarded(route, headers, key), toHttpError)
      const gateway = yield* gatewayOf(gatewayKey)
      const hold = yield* admitForwarded(name, route, forwarded).pipe(
        Effect.catchAll(toHolder),
        Effect.provideService(GatewayCaller, gateway),
        Effect.provideService(LedgerCaller, gateway)
      )
      const state = yield* RequestState.Current
      state.caller = { keyHash: hold.key_hash, organizationId: gateway.organizationId, userId: hold.user_id }
      return HttpServerResponse.empty({
        status: 200,
        headers: {
          "x-tollgate-hold": hold.id,
          "x-tollgate-key": hold.key_hash,
          "x-tollgate-user": headerText(hold.user_id),
          // In the place of the key, where the proxy copies it to its request.
          [route.key]: "",
          "content-length": "0"
        }
      })
    })

    const answered = Effect.fnUntraced(function* (found: Found | undefined) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const state = yield* RequestState.Current
      state.route = found ?? null
      const answer = found === undefined ? Effect.fail(NotFound.because("no_such_route")) : admitted(found)
      return yield* Effect.catchAllCause(answer, (cause) => {
        if (Cause.isInterruptedOnly(cause)) return Effect.failCause(cause)
        return Effect.map(errorResponse(cause, request, state), (shown) => withReason(shown, Cause.squash(cause)))
      })
    })

    return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ originalUrl }) => {
      const found = find(originalUrl)
      const answer = requestMiddleware(answered(found))
      // Afterwards: the log has the status that says why.
      return found?.route.refuse === 403 ? Effect.map(answer, forNginx) : answer
    })
  })

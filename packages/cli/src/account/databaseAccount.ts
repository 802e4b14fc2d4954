import { gatewayAccount, TransportAccount } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import { gatewayCallers, localTransport, principalCallers, type Run, unwrapExit } from "@tollgate/node/internal"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import { namedHost } from "../database/namedOrganization.js"
import { AccountRefused, AccountUnclear } from "./AccountRefused.js"
import { anyAccount } from "./AnyAccount.js"
import { type Place, presentedKey } from "./Place.js"

/** The callers that a key is: an API key's, or a gateway key's. */
const holderOf = (key: Redacted.Redacted) =>
  Effect.map(Core.authenticate(key), principalCallers).pipe(
    Effect.catchTag("InvalidCredential", () => Effect.map(Core.authenticateGateway(key), gatewayCallers)),
    Effect.catchTag(
      "InvalidCredential",
      ({ message }) =>
        new AccountRefused({
          why: `${message} Set TOLLGATE_KEY to a key of this database, or remove it to act as the host.`
        })
    )
  )

/** Some operations are about the key that calls them, and the host is none. */
const hostRefused = (refusal: unknown) =>
  refusal instanceof Core.InvalidCredential
    ? new AccountRefused({ why: "The host has no key of its own. Set TOLLGATE_KEY to the key that this is about." })
    : refusal

/** The host as a gateway, which all organizations have. */
const hostGateway = Effect.succeed(gatewayCallers({ organizationId: null }))

/**
 * The account in an open database: of the key in TOLLGATE_KEY, or else of the host of an organization. Where gateways may call a method and no
 * organization is named, it is that of all.
 */
export const databaseAccount = Effect.fnUntraced(function* ({ organization }: Place) {
  const key = yield* presentedKey
  if (Option.isSome(key) && Option.isSome(organization)) return yield* new AccountUnclear({ why: "organization" })
  const runtime = yield* Effect.runtime<Core.Services>()
  const run: Run<Core.Services> = async (effect) => {
    const exit = await Runtime.runPromiseExit(runtime)(effect)
    return unwrapExit(Option.isSome(key) ? exit : Exit.mapError(exit, hostRefused))
  }
  const callers = Option.isSome(key) ? holderOf(key.value) : Effect.map(namedHost(organization), principalCallers)
  const gateway = Option.isSome(key) || Option.isSome(organization) ? callers : hostGateway
  return anyAccount(new TransportAccount(localTransport(callers, run)), gatewayAccount(localTransport(gateway, run)))
})

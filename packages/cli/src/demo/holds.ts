import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { input } from "./input.js"

/** The longest lease, so that the hold is open as long as the demo is of use. */
const LEASE = 2_592_000

/** A gateway key of an organization, and an open hold of one of its keys. */
export const gatewayWithHold = Effect.fnUntraced(function* (organization: Core.Organization, key: Redacted.Redacted) {
  const gateway = yield* Core.createGatewayKey({ organization_id: organization.id })
  const fields = { key: Redacted.value(key), amount: 0.25, models: ["acme/writer"], lease_seconds: LEASE }
  const { data } = yield* Effect.provideService(
    Effect.flatMap(input(Core.NewHold, fields), Core.authorize),
    Core.GatewayCaller,
    { organizationId: organization.id }
  )
  return { gatewayKey: Redacted.value(gateway.key), gatewayHash: gateway.data.hash, hold: data }
})

import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { input } from "./input.js"

/** The longest lease, so that the hold is open as long as the demo is of use. */
export const LEASE = 2_592_000

/** An open hold of a key of an organization. */
export const openHold = (
  { organizationId }: Core.Gateway,
  key: Redacted.Redacted,
  fields: Partial<typeof Core.NewHold.Encoded>
) =>
  input(Core.NewHold, { key: Redacted.value(key), amount: 0.25, models: ["acme/writer"], ...fields }).pipe(
    Effect.flatMap(Core.authorize),
    Effect.provideService(Core.GatewayCaller, { organizationId })
  )

/** A gateway key of an organization, and an open hold of one of its keys. */
export const gatewayWithHold = Effect.fnUntraced(function* (organization: Core.Organization, key: Redacted.Redacted) {
  const gateway = yield* Core.createGatewayKey({ organization_id: organization.id })
  const { data } = yield* openHold({ organizationId: organization.id }, key, { lease_seconds: LEASE })
  return { gatewayKey: Redacted.value(gateway.key), gatewayHash: gateway.data.hash, hold: data }
})

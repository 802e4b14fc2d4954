import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import { requireOrganization } from "../organizations/requireOrganization.js"
import { about } from "../ports/PendingEntry.js"
import { change } from "../records/change.js"
import * as SecretKey from "../values/SecretKey.js"
import type { CreatedGatewayKey, NewGatewayKey } from "./GatewayKey.js"
import { GatewayKeyStore } from "./GatewayKeyStore.js"

/**
 * Creates a gateway key for one organization, or for all of them if `organization_id` is null. The result contains the secret,
 * which cannot be read again later. The host calls it without a caller: use it only in trusted code.
 *
 * Fails with `OrganizationNotFound`.
 *
 * @example
 * import { createGatewayKey } from "@tollgate/core"
 *
 * export const created = createGatewayKey({ organization_id: null })
 */
export const createGatewayKey = Effect.fnUntraced(function* ({ organization_id }: NewGatewayKey) {
  const keys = yield* GatewayKeyStore
  const organizations = yield* OrganizationStore
  if (organization_id !== null) yield* requireOrganization(organization_id, organizations.find)
  const secret = yield* SecretKey.mint("gateway")
  const created: CreatedGatewayKey = {
    key: secret,
    data: {
      hash: SecretKey.hash(secret),
      label: SecretKey.mask(secret),
      organization_id,
      created_at: yield* DateTime.now
    }
  }
  yield* about({ organization_id: organization_id ?? "", object: created.data.hash })
  yield* keys.insert(created.data)
  return created
}, change("gatewayKeys.createGatewayKey"))

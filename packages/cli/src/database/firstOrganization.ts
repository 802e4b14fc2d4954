import { createGatewayKey, createOrganization, NewOrganization } from "@tollgate/core"
import { OrganizationStore, Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const decode = Schema.decode(NewOrganization)

/** The id and the management key of the first organization, and a gateway key for all organizations. */
export interface FirstOrganization {
  readonly organizationId: string
  readonly managementKey: string
  readonly gatewayKey: string
}

/**
 * Creates the first organization and the first gateway key, or returns none if the database already has one. Checking and creating are one
 * transaction, so that only one of several servers that start together creates it.
 */
export const firstOrganization = Effect.gen(function* () {
  const organizations = yield* OrganizationStore
  const transaction = yield* Transaction
  const input = yield* Effect.orDie(decode({ name: "My organization", owner_user_id: "owner" }))
  // Later starts find it here, without waiting for the write lock.
  if (!(yield* organizations.isEmpty)) return Option.none<FirstOrganization>()
  return yield* transaction.run(
    Effect.gen(function* () {
      if (!(yield* organizations.isEmpty)) return Option.none<FirstOrganization>()
      const { key, organization } = yield* createOrganization(input)
      const gateway = yield* createGatewayKey({ organization_id: null })
      return Option.some<FirstOrganization>({
        organizationId: organization.id,
        managementKey: Redacted.value(key),
        gatewayKey: Redacted.value(gateway.key)
      })
    })
  )
})

/** The text that shows the first keys. It is printed once. */
export const announce = (made: FirstOrganization, baseUrl: string, invitation = "Try it:"): string =>
  [
    `Organization    ${made.organizationId}`,
    `Management key  ${made.managementKey}`,
    `Gateway key     ${made.gatewayKey}`,
    "",
    `Store these keys now. They are not shown again. ${invitation}`,
    "",
    `  curl -H 'Authorization: Bearer ${made.managementKey}' ${baseUrl}/workspaces/default/members`,
    ""
  ].join("\n")

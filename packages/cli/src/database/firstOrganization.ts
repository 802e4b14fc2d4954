import { createOrganization, NewOrganization } from "@tollgate/core"
import { OrganizationStore, Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const decode = Schema.decode(NewOrganization)

/** What is shown of the organization that a new database begins with. */
export interface FirstOrganization {
  readonly organizationId: string
  readonly managementKey: string
}

/**
 * The organization that a new database begins with, unless there is one already. Looking and creating are one act, so of
 * several who begin at once, one creates.
 */
export const firstOrganization = Effect.gen(function* () {
  const organizations = yield* OrganizationStore
  const transaction = yield* Transaction
  const input = yield* Effect.orDie(decode({ name: "My organization", owner_user_id: "owner" }))
  // Every later start finds it without waiting for the lock.
  if (!(yield* organizations.isEmpty)) return Option.none<FirstOrganization>()
  return yield* transaction.run(
    Effect.gen(function* () {
      if (!(yield* organizations.isEmpty)) return Option.none<FirstOrganization>()
      const { key, organization } = yield* createOrganization(input)
      return Option.some<FirstOrganization>({ organizationId: organization.id, managementKey: Redacted.value(key) })
    })
  )
})

/** What is printed once, and never again. */
export const announce = (made: FirstOrganization, baseUrl: string, invitation = "Try it:"): string =>
  [
    `Organization    ${made.organizationId}`,
    `Management key  ${made.managementKey}`,
    "",
    `This key is shown now and never again: keep it. ${invitation}`,
    "",
    `  curl -H 'Authorization: Bearer ${made.managementKey}' ${baseUrl}/workspaces/default/members`,
    ""
  ].join("\n")

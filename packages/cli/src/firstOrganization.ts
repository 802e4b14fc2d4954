import { createOrganization, NewOrganization } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

const decode = Schema.decode(NewOrganization)

/** The organization that a new database begins with. */
export const firstOrganization = Effect.gen(function* () {
  const created = yield* createOrganization(
    yield* Effect.orDie(decode({ name: "My organization", owner_user_id: "owner" }))
  )
  return { organizationId: created.organization.id, managementKey: Redacted.value(created.key) }
})

/** What is printed once, and never again. */
export const announce = (made: Effect.Effect.Success<typeof firstOrganization>, baseUrl: string): string =>
  [
    `Organization    ${made.organizationId}`,
    `Management key  ${made.managementKey}`,
    "",
    "This key is shown now and never again: keep it. Try it:",
    "",
    `  curl -H 'Authorization: Bearer ${made.managementKey}' ${baseUrl}/workspaces/default/members`,
    ""
  ].join("\n")

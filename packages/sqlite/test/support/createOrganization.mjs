// A process of its own: opens the file, creates an organization in it and prints its id.
import { createOrganization, NewOrganization } from "@tollgate/core"
import { layer } from "@tollgate/sqlite"
import { Effect, Redacted, Schema } from "effect"

const [, , file = "", name = ""] = process.argv
const masterKey = Redacted.make(new Uint8Array(32).fill(7))
const input = Schema.decodeSync(NewOrganization)({ name, owner_user_id: "ada" })
const program = createOrganization(input).pipe(
  Effect.map(({ organization }) => organization.id),
  Effect.provide(layer({ file, masterKey })),
  Effect.catchTag("DatabaseRefused", ({ reason }) => Effect.succeed(reason))
)
process.stdout.write(await Effect.runPromise(program))

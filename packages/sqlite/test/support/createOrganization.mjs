// A process of its own: opens the file, creates an organization in it and prints its id. A third argument is the user as whom it does so.
import { createOrganization, NewOrganization } from "@tollgate/core"
import { layer } from "@tollgate/sqlite"
import { Effect, Redacted, Schema } from "effect"
import { loadDriver } from "../../dist/connection/loadDriver.js"

const [, , file = "", name = "", user] = process.argv
const masterKey = Redacted.make(new Uint8Array(32).fill(7))

// Only once all code is loaded, native modules too: the user may not be able to enter the folder that the code is in.
if (user !== undefined) {
  loadDriver()
  process.setgroups([])
  process.setgid(Number(user))
  process.setuid(Number(user))
}

const input = Schema.decodeSync(NewOrganization)({ name, owner_user_id: "ada" })
const program = createOrganization(input).pipe(
  Effect.map(({ organization }) => organization.id),
  Effect.provide(layer({ file, masterKey })),
  Effect.catchTag("DatabaseRefused", ({ reason }) => Effect.succeed(reason))
)
process.stdout.write(await Effect.runPromise(program))

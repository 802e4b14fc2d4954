// A process of its own: opens a file and creates organizations until it is killed, printing the id of each.
import { createOrganization, NewOrganization } from "@tollgate/core"
import { layer } from "@tollgate/sqlite"
import { Effect, Redacted, Schema } from "effect"

const [, , file = ""] = process.argv
const masterKey = Redacted.make(new Uint8Array(32).fill(7))
const input = Schema.decodeSync(NewOrganization)({ name: "Acme", owner_user_id: "ada" })
const create = Effect.map(createOrganization(input), ({ organization }) => process.stdout.write(`${organization.id}\n`))
const program = Effect.zipRight(
  Effect.sync(() => process.stdout.write("open\n")),
  Effect.forever(create)
).pipe(
  Effect.provide(layer({ file, masterKey })),
  Effect.catchAll((refused) => Effect.sync(() => process.stdout.write(`${refused.message}\n`)))
)
await Effect.runPromise(program)

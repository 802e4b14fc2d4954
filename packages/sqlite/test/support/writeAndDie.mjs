// A process of its own: creates organizations in a file, prints their ids, and dies with the log as it is then.
import { createOrganization, NewOrganization } from "@tollgate/core"
import { layer } from "@tollgate/sqlite"
import { Effect, Redacted, Schema } from "effect"

const [, , file = "", ...names] = process.argv
const masterKey = Redacted.make(new Uint8Array(32).fill(7))
const program = Effect.gen(function* () {
  for (const name of names) {
    const { organization } = yield* createOrganization(
      Schema.decodeSync(NewOrganization)({ name, owner_user_id: "ada" })
    )
    process.stdout.write(`${organization.id}\n`)
  }
  // What was printed has left the process once a pipe's write has come back.
  yield* Effect.async((resume) => process.stdout.write("", () => resume(Effect.void)))
  process.kill(process.pid, "SIGKILL")
  yield* Effect.never
})
await Effect.runPromise(Effect.provide(program, layer({ file, masterKey })))

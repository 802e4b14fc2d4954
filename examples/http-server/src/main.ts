import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { FetchHttpClient } from "@effect/platform"
import { createOrganization, NewOrganization } from "@tollgate/core"
import { NodeServer, TollgateApp, TollgateClient } from "@tollgate/http"
import * as Sqlite from "@tollgate/sqlite"
import { Console, Effect, Layer, Logger, LogLevel, Schema } from "effect"

const program = Effect.gen(function* () {
  const { url } = yield* NodeServer
  const input = yield* Schema.decode(NewOrganization)({ name: "Acme", owner_user_id: "ada" })
  const { data, key } = yield* createOrganization(input)

  // The client has the types of the programs in process: input, output and refusals.
  const server = yield* TollgateClient.connect({ url })
  const { keys, workspaces } = server.withKey(key)
  const members = yield* workspaces.listWorkspaceMembers({
    path: { id: "default" },
    urlParams: { limit: 10, offset: 0 }
  })
  yield* Console.log(`Members: ${members.data.map(({ role, user_id }) => `${user_id} (${role})`).join(", ")}`)

  const refused = yield* Effect.flip(keys.updateKey({ path: { hash: data.hash }, payload: { disabled: true } }))
  yield* Console.log(`${refused._tag}: ${refused.message}`)
})

const directory = mkdtempSync(join(tmpdir(), "tollgate-"))
const file = join(directory, "tollgate.db")
const accounts = Layer.unwrapEffect(
  Effect.map(Sqlite.MasterKeyFile.openKeyBeside(file), (masterKey) => Sqlite.layer({ file, masterKey }))
)
const server = NodeServer.layer({ host: "127.0.0.1", port: 0 }).pipe(Layer.provide(TollgateApp.layer))

await program.pipe(
  Effect.provide([Layer.provideMerge(server, accounts), FetchHttpClient.layer]),
  Logger.withMinimumLogLevel(LogLevel.Warning),
  Effect.runPromise
)
rmSync(directory, { recursive: true })

// Code of a user who installed the packages. It is type-checked against them and run.
import { Tollgate as Server } from "@tollgate/client"
import { Caller, createKey, createOrganization, Memory, NewApiKey, NewOrganization, Usd } from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import { BASE_PATH, TollgateApi, TollgateApp, TollgateClient, webHandler } from "@tollgate/http"
import { InvalidCredential, KeyNotFound, Tollgate } from "@tollgate/node"
import { migrate, prepare } from "@tollgate/sql"
import * as Sqlite from "@tollgate/sqlite"
import { aKey, TestAccount } from "@tollgate/testing"
import { cases } from "@tollgate/testing/conformance"
import type { storesContract } from "@tollgate/testing/contracts"
import { Effect, Layer, ManagedRuntime, Schema } from "effect"

const equal = (actual: unknown, expected: unknown) => {
  if (actual !== expected) throw new Error(`expected ${expected}, got ${actual}`)
}

const mint = Schema.decode(NewOrganization)({ name: "Acme", owner_user_id: "ada" }).pipe(
  Effect.flatMap(createOrganization)
)
equal((await mint.pipe(Effect.provide(Memory.layer), Effect.runPromise)).organization.owner_user_id, "ada")

const runtime = ManagedRuntime.make(Layer.provide(TollgateApp.layer, Memory.layer))
const handle = await runtime.runPromise(webHandler())
equal((await handle(new Request(`http://localhost${BASE_PATH}/presets`))).status, 401)
equal((await handle(new Request("http://localhost/docs"))).status, 200)

await using gate = await Tollgate.open({ file: "./consumer.db" })
const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
const { keys } = gate.asOrganization(organization.id)
const remaining: number | null = (await keys.create({ name: "A key", limit: 5 })).data.limit_remaining
equal(remaining, 5)
equal(await keys.update("none", {}).catch((error) => error instanceof KeyNotFound), true)

const server = Server.connect({ url: "http://localhost", fetch: (input, init) => handle(new Request(input, init)) })
const refused = await server
  .withKey("tg_mk_none")
  .presets.list()
  .catch((error) => error)
equal(refused instanceof InvalidCredential, true)
await server.close()

const made = await TestAccount.make().pipe(Effect.provide(TestAccount.layer), Effect.runPromise)
equal(made.manager.kind, "management")
equal(cases.length > 1_000, true)

export type { storesContract }
export const alsoThere = [
  Caller,
  createKey,
  NewApiKey,
  Usd,
  Vault,
  TollgateApi,
  TollgateClient,
  migrate,
  prepare,
  Sqlite,
  aKey
]
equal(
  alsoThere.every((value) => value !== undefined),
  true
)

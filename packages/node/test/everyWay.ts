import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { it } from "vitest"
import { emptyDatabase } from "../../postgres/test/support/databases.js"
import { inFolder, openAccount } from "./gates.js"
import { MASTER_KEY, withServer } from "./servers.js"

/** An open store in process, or a server. */
export type Target = Pick<Tollgate, "withGatewayKey" | "withKey">

/** An account that is created by `gate` and called through `target`. */
const enter = async (gate: Tollgate, target: Target) => {
  const { created, host, ordinary } = await openAccount(gate)
  const enterAnother = () => enter(gate, target)
  return {
    gate,
    target,
    created,
    host,
    ordinary,
    account: target.withKey(created.key),
    user: target.withKey(ordinary.key),
    isRemote: target !== gate,
    enterAnother
  }
}

export type Entered = Awaited<ReturnType<typeof enter>>
type Storage = "memory" | "file" | "PostgreSQL"
type Body = (entered: Entered) => Promise<void>
type StorageBody = (entered: Entered, storage: Storage) => Promise<void>

const inProcess = async (gate: Tollgate, storage: Storage, body: StorageBody) => {
  await body(await enter(gate, gate), storage)
  await gate.close()
}

/** A promise that is kept over every storage in process, each with a fresh account. */
export const everyStorage = (promise: string, body: StorageBody) => {
  it(`${promise} (memory)`, async () => inProcess(await Tollgate.open({ memory: true }), "memory", body))
  it(`${promise} (file)`, () =>
    inFolder(async (folder) => inProcess(await Tollgate.open({ file: join(folder, "tollgate.db") }), "file", body)))
  it(`${promise} (PostgreSQL)`, () =>
    Effect.flatMap(emptyDatabase, (postgres) =>
      Effect.promise(async () =>
        inProcess(await Tollgate.open({ postgres, masterKey: MASTER_KEY }), "PostgreSQL", body)
      )
    ).pipe(Effect.scoped, Effect.runPromise))
}

/** A promise that is kept over every storage in process, and by a server, each with a fresh account. */
export const everyWay = (promise: string, body: Body) => {
  everyStorage(promise, body)
  it(`${promise} (server)`, () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      await using gate = await Tollgate.open({ file, masterKey: MASTER_KEY })
      await withServer(file, async (url) => {
        await using server = Tollgate.connect({ url })
        await body(await enter(gate, server))
      })
    }))
}

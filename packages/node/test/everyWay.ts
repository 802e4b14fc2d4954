import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { it } from "vitest"
import { emptyDatabase } from "../../postgres/test/support/databases.js"
import { inFolder, openAccount } from "./gates.js"
import { MASTER_KEY, withServer } from "./servers.js"

/** An open store in process, or a server. */
export type Target = Pick<Tollgate, "withKey">

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
type Body = (entered: Entered) => Promise<void>

const inProcess = async (gate: Tollgate, body: Body) => {
  await body(await enter(gate, gate))
  await gate.close()
}

/** A promise that is kept over every storage in process, and by a server, each with a fresh account. */
export const everyWay = (promise: string, body: Body) => {
  it(`${promise} (memory)`, async () => inProcess(await Tollgate.open({ memory: true }), body))
  it(`${promise} (file)`, () =>
    inFolder(async (folder) => inProcess(await Tollgate.open({ file: join(folder, "tollgate.db") }), body)))
  it(`${promise} (PostgreSQL)`, () =>
    Effect.flatMap(emptyDatabase, (postgres) =>
      Effect.promise(async () => inProcess(await Tollgate.open({ postgres, masterKey: MASTER_KEY }), body))
    ).pipe(Effect.scoped, Effect.runPromise))
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

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Tollgate } from "@tollgate/node"
import { expect, it } from "vitest"
import { openOther } from "../../sqlite/test/support/otherProgram.mjs"

/** Holds the lock of a database file's only writer, as another process would. */
export const lockFile = (file: string) => {
  const other = openOther(file)
  other.exec("BEGIN IMMEDIATE")
  return {
    /** Lets go of it, and tells the names of the keys that are there then. */
    release: (): ReadonlyArray<unknown> => {
      other.exec("ROLLBACK")
      const names = other.values("SELECT name FROM api_keys ORDER BY name")
      other.close()
      return names
    }
  }
}

/** Runs something with an empty folder that is gone afterwards. */
export const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-"))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const openAccount = async (gate: Tollgate) => {
  const created = await gate.createOrganization({ name: "Acme", owner_user_id: "owner" })
  const host = gate.asOrganization(created.organization.id)
  const ordinary = await host.keys.create({ name: "Ordinary" })
  return { gate, created, host, manager: gate.withKey(created.key), user: gate.withKey(ordinary.key), ordinary }
}

export type Account = Awaited<ReturnType<typeof openAccount>>
type Body = (account: Account) => Promise<void>

/** A promise that a gate keeps in memory and over a file alike, each with a fresh account. */
export const bothWays = (promise: string, body: Body) => {
  it(`${promise} (memory)`, async () => {
    const gate = await Tollgate.open({ memory: true })
    await openAccount(gate).then(body)
    await gate.close()
  })
  it(`${promise} (file)`, () =>
    inFolder(async (folder) => {
      const gate = await Tollgate.open({ file: join(folder, "tollgate.db") })
      await openAccount(gate).then(body)
      await gate.close()
    }))
}

export const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
export const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** What a promise rejects with. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable("it was fulfilled"),
    (reason: unknown) => reason
  )

import { join } from "node:path"
import type { OpenOptions } from "@tollgate/node"
import { Effect } from "effect"
import { expect } from "vitest"
import { migratedDatabase, query } from "../../../postgres/test/support/databases.js"
import { withDatabase } from "./database.js"
import { runHere } from "./here.js"
import { temporaryFolder } from "./stores.js"

const DAY = 86_400_000
const earlier = (by: number) => `UPDATE spending_holds SET lease_ends_at = lease_ends_at - ${by} WHERE state = 0`
const masterKey = "07".repeat(32)

const verified = async (args: ReadonlyArray<string>, settings: Parameters<typeof runHere>[1]) => {
  const { code, stdout } = await runHere(["verify", ...args], settings)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^0 differences: /) })
}

const inFile = Effect.map(temporaryFolder, (cwd) => {
  const file = join(cwd, "tollgate.db")
  const storage: OpenOptions = { file }
  const moveLeases = async (by: number) => withDatabase(file, (database) => database.exec(earlier(by)))
  return {
    storage,
    moveLeases,
    endLeases: () => moveLeases(DAY),
    verify: () => verified(["--database", file], { cwd })
  }
})

const inPostgres = Effect.gen(function* () {
  const [cwd, postgres] = [yield* temporaryFolder, yield* migratedDatabase]
  const variables = { TOLLGATE_DATABASE: postgres, TOLLGATE_MASTER_KEY: masterKey }
  const storage: OpenOptions = { postgres, masterKey }
  const moveLeases = (by: number): Promise<unknown> => Effect.runPromise(query(postgres, earlier(by)))
  return {
    storage,
    moveLeases,
    endLeases: () => moveLeases(DAY),
    verify: () => verified([], { cwd, variables })
  }
})

/**
 * Storages of processes that spend: how to let the leases of open holds end earlier by some milliseconds, or end all, as if their time had
 * passed, and to run `tollgate verify`.
 */
export const spendPlaces = { "an SQLite file": inFile, "a PostgreSQL database": inPostgres } as const

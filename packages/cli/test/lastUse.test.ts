import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { type OpenOptions, Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { whenWaiting } from "../../postgres/test/support/activity.js"
import { connect, freshDatabase } from "../../postgres/test/support/databases.js"
import { withDatabase } from "./harness/database.js"
import { temporaryFolder } from "./harness/stores.js"

/** A time that no clock has yet, as a clock that was wrong has left it. */
const LATER = 8_640_000_000_000_000

type Run = (text: string) => Promise<unknown>

/** Uses keys of a new organization in one opening of a storage, and returns when they were last used, as a later one reads it. */
const lastUses = async (storage: OpenOptions, run: Run, lock: (hash: string) => Promise<() => Promise<void>>) => {
  const first = await Tollgate.open(storage)
  const { organization } = await first.createOrganization({ name: "Acme", owner_user_id: "ada" })
  const { keys } = first.asOrganization(organization.id)
  const unused = await keys.create({ name: "Unused" })
  const created = await Promise.all(["One", "Two", "Three"].map((name) => keys.create({ name })))
  const hashes = created.map(({ data }) => data.hash)
  const before = Date.now()
  for (const { key } of created) await first.authenticate(key)
  const after = Date.now()
  const release = await lock(hashes[1] ?? "")
  await Promise.all([first.close(), release()])
  /** Checks each of the keys, and returns the opening in which that was done. */
  const check = async (from: number, to: number) => {
    const gate = await Tollgate.open(storage)
    const later = gate.asOrganization(organization.id).keys
    expect((await later.get(unused.data.hash)).last_used_at).toBe(null)
    for (const hash of hashes) {
      const last = Date.parse((await later.get(hash)).last_used_at ?? "")
      expect(last).toBeGreaterThanOrEqual(from)
      expect(last).toBeLessThanOrEqual(to)
    }
    return gate
  }
  const second = await check(before, after)
  await run(`UPDATE api_keys SET last_used_at = ${LATER} WHERE last_used_at IS NOT NULL`)
  for (const { key } of created) await second.authenticate(key)
  await second.close()
  const third = await check(after, Date.now())
  await third.close()
}

describe("The last uses of keys", () => {
  it.scopedLive("outlive the opening of an SQLite file", () =>
    Effect.flatMap(temporaryFolder, (folder) =>
      Effect.promise(() => {
        const file = join(folder, "tollgate.db")
        const run: Run = async (text) => withDatabase(file, (database) => database.exec(text))
        return lastUses({ file }, run, async () => async () => {})
      })
    )
  )

  it.scopedLive("outlive the opening of PostgreSQL, also of a key that another program is changing meanwhile", () =>
    Effect.gen(function* () {
      const postgres = yield* freshDatabase
      const client = yield* connect(postgres)
      const lock = async (hash: string) => {
        await client.query("BEGIN")
        await client.query("SELECT 1 FROM api_keys WHERE hash = $1 FOR UPDATE", [hash])
        return async () => {
          await Effect.runPromise(whenWaiting(postgres, 1))
          await client.query("COMMIT")
        }
      }
      const run: Run = (text) => client.query(text)
      yield* Effect.promise(() => lastUses({ postgres, masterKey: "07".repeat(32) }, run, lock))
    })
  )
})

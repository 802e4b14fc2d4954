import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { type OpenOptions, Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { LONG } from "../../../test/limits.js"
import { runs } from "../../../test/runs.js"
import { deadlocks } from "../../postgres/test/support/activity.js"
import { freshDatabase } from "../../postgres/test/support/databases.js"
import { races } from "./harness/atOnce.js"
import { temporaryFolder } from "./harness/stores.js"

const ROUNDS = runs(6, 500)
const masterKey = "07".repeat(32)

/** Two openings of one storage change the same keys, in every order. */
const change = async (storage: OpenOptions) => {
  await using one = await Tollgate.open(storage)
  await using two = await Tollgate.open(storage)
  const { race, raced } = races()
  for (let round = 0; round < ROUNDS; round++) {
    const { data, key, organization } = await one.createOrganization({ name: "Acme", owner_user_id: "ada" })
    const [here, there] = [one.asOrganization(organization.id), two.asOrganization(organization.id)]

    const other = await here.keys.create({ name: "Other", management: true })
    const disabling = await race(
      round,
      () => one.withKey(key).keys.update(other.data.hash, { disabled: true }),
      () => two.withKey(other.key).keys.update(data.hash, { disabled: true })
    )
    expect(disabling.filter((outcome) => outcome === "done")).toHaveLength(1)
    const lost = disabling.find((outcome) => outcome !== "done")
    expect(["InvalidCredential", "LastManagementKey"]).toContain(lost)
    expect((await here.keys.list({ include_disabled: false })).total_count).toBe(1)

    const external_id = "customer-42"
    const first = await here.keys.create({ name: "First", external_id })
    const [deleted, created, moved] = await race(
      round,
      () => here.keys.delete(first.data.hash),
      () => there.keys.create({ name: "Second", external_id }),
      () => there.keys.update(first.data.hash, { external_id: "another" })
    )
    expect(deleted).toBe("done")
    expect(["done", "ExternalIdTaken"]).toContain(created)
    expect(["done", "KeyNotFound"]).toContain(moved)
    const named = (await here.keys.list({ q: external_id })).data.map(({ name }) => name)
    expect(named).toEqual(created === "done" ? ["Second"] : [])

    const spender = await here.keys.create({ name: "Spender", limit: 1 })
    const { data: hold } = await here.spending.authorize({ key: spender.key, amount: 0.5, models: ["acme/writer"] })
    const secrets: Array<string> = [spender.key]
    const rotate = async (account: typeof here) => {
      secrets.push((await account.keys.rotate(spender.data.hash, { grace_seconds: 60 })).key)
    }
    const spent = await race(
      round,
      () => there.spending.settle(hold.id, { cost: 0.25 }),
      () => rotate(here),
      () => rotate(there)
    )
    expect(spent).toEqual(["done", "done", "done"])
    for (const secret of secrets) {
      const { key: found } = await two.authenticate(secret)
      expect([found.hash, found.usage, found.limit_remaining]).toEqual([spender.data.hash, 0.25, 0.75])
    }
  }
  expect(raced()).toBeGreaterThan(0)
}

describe(`Keys that are changed beside other changes, ${ROUNDS} times`, () => {
  it.scopedLive(
    "keep a management key, an external id for one key, every secret and every cent, on an SQLite file",
    () =>
      Effect.flatMap(temporaryFolder, (folder) => Effect.promise(() => change({ file: join(folder, "tollgate.db") }))),
    LONG
  )

  it.scopedLive(
    "do so on PostgreSQL, and the server breaks no deadlock",
    () =>
      Effect.gen(function* () {
        const postgres = yield* freshDatabase
        yield* Effect.promise(() => change({ postgres, masterKey }))
        expect(yield* deadlocks(postgres)).toBe(0)
      }),
    LONG
  )
})

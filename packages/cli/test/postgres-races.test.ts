import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { pkce } from "@tollgate/testing"
import { Effect } from "effect"
import { LONG } from "../../../test/limits.js"
import { runs } from "../../../test/runs.js"
import { migratedDatabase, query } from "../../postgres/test/support/databases.js"
import { serving } from "./harness/command.js"
import { Wire } from "./harness/http.js"

const masterKey = "07".repeat(32)
const settings = (url: string) => ({ variables: { TOLLGATE_DATABASE: url, TOLLGATE_MASTER_KEY: masterKey } })

const opened = Effect.gen(function* () {
  const url = yield* migratedDatabase
  const gate = yield* Effect.acquireRelease(
    Effect.promise(() => Tollgate.open({ postgres: url, masterKey })),
    (gate) => Effect.promise(() => gate.close())
  )
  const created = yield* Effect.promise(() => gate.createOrganization({ name: "Acme", owner_user_id: "owner" }))
  return { url, account: gate.asOrganization(created.organization.id), ...created }
})

type Opened = Effect.Effect.Success<typeof opened>

/** Two servers on one database, each behind a wire of its own. */
const twoServers = (url: string) => {
  const start = serving(["--log", "none", "--requests-per-minute", "0"], settings(url))
  const wire = Effect.acquireRelease(
    Effect.sync(() => new Wire({ sockets: 50 })),
    (wire) => Effect.sync(() => wire.close())
  )
  return Effect.all([Effect.zip(start, wire), Effect.zip(start, wire)], { concurrency: "unbounded" })
}

const jsonOf = (body: string): { readonly key?: string; readonly error?: { readonly metadata: object } } =>
  JSON.parse(body)

const REDEMPTIONS = runs(120, 1_000)

type Servers = Effect.Effect.Success<ReturnType<typeof twoServers>>

const giveOneKeyAway = Effect.fnUntraced(function* ({ account, key, url }: Opened, servers: Servers) {
  const fields = { callback_url: "https://app.example/callback", code_challenge: pkce.challenge }
  const { id } = yield* Effect.promise(() => account.oauth.createCode(fields))
  const body = { code: id, code_verifier: pkce.verifier }
  const answers = yield* Effect.promise(() =>
    Promise.all(
      Array.from({ length: REDEMPTIONS / 2 }, () => servers)
        .flat()
        .map(([server, wire]) => wire.send(`${server.url}/auth/keys`, { method: "POST", key, body }))
    )
  )
  const won = answers.filter(({ status }) => status === 200)
  expect([won.length, answers.filter(({ status }) => status === 400).length]).toEqual([1, REDEMPTIONS - 1])
  expect(servers.map(([, wire]) => wire.mostAtOnce)).toEqual([50, 50])
  const keys = yield* query(url, "SELECT hash FROM api_keys WHERE NOT is_management")
  const redeemed = yield* query(url, "SELECT redeemed_key_hash AS hash FROM authorization_codes")
  expect(keys.length).toBe(1)
  expect(redeemed).toEqual(keys)
  yield* query(url, "DELETE FROM api_keys WHERE NOT is_management")
})

const leaveAManagementKey = Effect.fnUntraced(function* ({ account, data, key, url }: Opened, servers: Servers) {
  const other = yield* Effect.promise(() => account.keys.create({ name: "Other" }))
  yield* query(url, "UPDATE api_keys SET is_management = true")
  const [[one, wireOne], [two, wireTwo]] = servers
  const patch = (wire: Wire, server: string, caller: string, hash: string, disabled: boolean) =>
    wire.send(`${server}/keys/${hash}`, { method: "PATCH", key: caller, body: { disabled } })
  const enabled = query(url, "SELECT hash FROM api_keys WHERE NOT disabled")
  const refusals: Array<unknown> = []
  for (let round = 0; round < runs(15, 40); round++) {
    const answers = yield* Effect.promise(() =>
      Promise.all([
        patch(wireOne, one.url, key, other.data.hash, true),
        patch(wireTwo, two.url, other.key, data.hash, true)
      ])
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toEqual([200])
    refusals.push(...answers.filter(({ status }) => status !== 200).map(({ body }) => jsonOf(body).error?.metadata))
    expect((yield* enabled).length).toBe(1)
    yield* query(url, "UPDATE api_keys SET disabled = false")
  }
  // At least once, the loser was authenticated while both keys were enabled: the two did race.
  expect(refusals).toContainEqual(expect.objectContaining({ reason: "last_management_key" }))
})

describe("Two servers on one PostgreSQL database", () => {
  it.scopedLive(
    `give one key away for ${REDEMPTIONS} redemptions of one code, and leave one of two management keys that disable each other`,
    () =>
      Effect.gen(function* () {
        const account = yield* opened
        const servers = yield* twoServers(account.url)
        yield* giveOneKeyAway(account, servers)
        yield* leaveAManagementKey(account, servers)
      }),
    LONG
  )
})

import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { type OpenOptions, Tollgate } from "@tollgate/node"
import { pkce } from "@tollgate/testing"
import { Effect } from "effect"
import { runs } from "../../../test/runs.js"
import { deadlocks } from "../../postgres/test/support/activity.js"
import { migratedDatabase, query } from "../../postgres/test/support/databases.js"
import { withDatabase } from "./harness/database.js"
import { listSizes, type Row, storedSizes } from "./harness/listSizes.js"
import { temporaryFolder } from "./harness/stores.js"
import { taskProcesses } from "./harness/taskProcesses.js"

const masterKey = "07".repeat(32)

const PROCESSES = 2
const CALLERS = 32
const ACTS = runs(6, 400)
const CODES = 20
const RECORDINGS = runs(100, 1_000)
const USERS = Array.from({ length: 8 }, (_, n) => `user-${n}`)

/** What the acts of a process came to. */
interface Done {
  readonly created: ReadonlyArray<string>
  readonly deleted: ReadonlyArray<string>
  readonly recorded: Readonly<Record<string, number>>
  readonly exchanged: ReadonlyArray<string>
  /** Pages of a list with another length than the list's size. */
  readonly unequal: ReadonlyArray<unknown>
  readonly outcomes: Readonly<Record<string, number>>
}

/** An organization with what the acts need: keys, codes, users, and two guardrails in each of two workspaces. */
const prepared = async (storage: OpenOptions) => {
  await using gate = await Tollgate.open(storage)
  const { data, organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "owner" })
  const account = gate.asOrganization(organization.id)
  for (const user_id of USERS) await account.organization.addMember({ user_id })
  const workspaces = [
    organization.default_workspace_id,
    (await account.workspaces.create({ name: "Other", slug: "other" })).id
  ]
  const [keys, codes, guardrails]: [Array<string>, Array<string>, Array<string>] = [[], [], []]
  for (const workspace_id of [...workspaces, ...workspaces]) {
    guardrails.push((await account.guardrails.create({ name: "Guardrail", workspace_id })).id)
    keys.push((await account.keys.create({ name: "Key", workspace_id })).data.hash)
  }
  const fields = { callback_url: "https://app.example/callback", code_challenge: pkce.challenge }
  for (let n = 0; n < CODES; n++) codes.push((await account.oauth.createCode(fields)).id)
  return { organization: organization.id, first: data.hash, workspaces, guardrails, keys, codes, users: USERS }
}

const doAtOnce = await taskProcesses(PROCESSES)

/** Refusals that an act may meet, since others change the same objects. */
const refusals =
  /^(done|KeyNotFound|LastManagementKey|CreatorLeft|GuardrailNotFound|SlugTaken|CodeRefused|InvalidCredential)$/

/** Lets two processes act on a storage, and compares what it has afterwards with what they were told. */
const actAtOnce = (storage: OpenOptions, rowsOf: (text: string) => Effect.Effect<ReadonlyArray<Row>>) =>
  Effect.gen(function* () {
    const given = yield* Effect.promise(() => prepared(storage))
    const callers = { callers: CALLERS, acts: ACTS, verifier: pkce.verifier }
    const taskOf = (n: number) => ({ ...given, ...callers, task: "actAtRandom" as const, storage, seed: n + 1 })
    // The program of the processes returns these.
    const done = (yield* Effect.promise(() => doAtOnce(taskOf))) as ReadonlyArray<Done>
    const outcomes = done.flatMap((one) => Object.entries(one.outcomes))
    expect(outcomes.reduce((sum, [, count]) => sum + count, 0)).toBe(PROCESSES * CALLERS * ACTS)
    expect(outcomes.filter(([outcome]) => !refusals.test(outcome))).toEqual([])
    expect(done.flatMap(({ unequal }) => unequal)).toEqual([])

    // Every creation and deletion that was acknowledged, once, and no other.
    const [created, deleted, exchanged] = [
      done.flatMap((one) => one.created).concat(given.keys, given.first),
      done.flatMap((one) => one.deleted),
      done.flatMap((one) => one.exchanged)
    ]
    expect([new Set(deleted).size, new Set(exchanged).size]).toEqual([deleted.length, exchanged.length])
    const keys = yield* rowsOf("SELECT hash, is_management, disabled, expires_at FROM api_keys ORDER BY hash")
    const redeemed = yield* rowsOf(
      "SELECT redeemed_key_hash AS hash FROM authorization_codes WHERE redeemed_at IS NOT NULL"
    )
    expect(redeemed.length).toBe(exchanged.length)
    const left = created.filter((hash) => !deleted.includes(hash)).concat(redeemed.map(({ hash }) => String(hash)))
    expect(keys.map(({ hash }) => hash)).toEqual(left.toSorted())
    expect(keys.some((key) => key["is_management"] && !key["disabled"] && key["expires_at"] === null)).toBe(true)

    yield* Effect.promise(async () => {
      await using gate = await Tollgate.open(storage)
      for (const hash of given.keys.filter((hash) => !deleted.includes(hash))) {
        const recorded = done.reduce((sum, one) => sum + (one.recorded[hash] ?? 0), 0)
        expect((await gate.asOrganization(given.organization).keys.get(hash)).usage).toBe(recorded)
      }
    })
    expect(yield* rowsOf(storedSizes)).toEqual(yield* rowsOf(listSizes))
    const twice = "SELECT user_id FROM guardrail_members GROUP BY workspace_id, user_id HAVING count(*) > 1"
    expect(yield* rowsOf(twice)).toEqual([])
  })

describe(`${PROCESSES} processes with ${CALLERS} callers each`, () => {
  it.scopedLive(
    "change one PostgreSQL database at random: nothing is lost or half done, and the server breaks no deadlock",
    () =>
      Effect.gen(function* () {
        const postgres = yield* migratedDatabase
        yield* actAtOnce({ postgres, masterKey }, (text) => query(postgres, text))
        expect(yield* deadlocks(postgres)).toBe(0)
      })
  )

  it.scopedLive("change one SQLite file at random: nothing is lost or half done", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "tollgate.db")
      const rowsOf = (text: string) => Effect.sync(() => withDatabase(file, ({ all }) => all<Row>(text)))
      yield* actAtOnce({ file }, rowsOf)
      expect(yield* rowsOf("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }])
      expect(yield* rowsOf("PRAGMA foreign_key_check")).toEqual([])
    })
  )
})

describe(`${PROCESSES} processes on one PostgreSQL database`, () => {
  it.scopedLive(`count ${RECORDINGS} recordings of usage to their exact sum`, () =>
    Effect.gen(function* () {
      const storage = { postgres: yield* migratedDatabase, masterKey }
      yield* Effect.promise(async () => {
        await using gate = await Tollgate.open(storage)
        const { data, organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "owner" })
        const { hash } = data
        const given = { storage, organization: organization.id, hash, count: RECORDINGS / PROCESSES }
        const results = await doAtOnce(() => ({ ...given, task: "recordUsage" }))
        // The program of the processes returns these.
        const spans = results as ReadonlyArray<{ readonly begun: number; readonly ended: number }>
        const key = await gate.asOrganization(organization.id).keys.get(hash)
        expect([key.usage, key.usage_daily, key.byok_usage]).toEqual([RECORDINGS, RECORDINGS, RECORDINGS / 2])
        // Neither was done before the other had begun.
        expect(Math.max(...spans.map(({ begun }) => begun))).toBeLessThan(Math.min(...spans.map(({ ended }) => ended)))
      })
    })
  )
})

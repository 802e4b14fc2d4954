import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import {
  createByokCredential,
  createOrganization,
  hostCaller,
  ManagementCaller,
  NewByokCredential,
  NewOrganization,
  type Services
} from "@tollgate/core"
import { SealedSecrets, Transaction, Vault } from "@tollgate/core/storage"
import { Tollgate } from "@tollgate/node"
import * as Postgres from "@tollgate/postgres"
import * as Sqlite from "@tollgate/sqlite"
import { Array, Effect, type Layer, Redacted, Schema } from "effect"
import { brief } from "../../../test/brief.js"
import { bundled } from "../../../test/bundled.js"
import { freshDatabase } from "../../postgres/test/support/databases.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const [OLD, NEW] = ["07".repeat(32), "08".repeat(32)]
const killed = await bundled(fileURLToPath(new URL("./harness/rewrapUntilKilled.mjs", import.meta.url)))

/** More than two batches of 100. */
const COUNT = 205
const secretOf = (n: number) => `secret-${String(n).padStart(3, "0")}`
const secrets = Array.makeBy(COUNT, secretOf)

interface Place {
  readonly file?: string
  readonly url?: string
}

const storesOf = ({ file, url }: Place, ...keys: ReadonlyArray<string>): Layer.Layer<Services, unknown> => {
  const masterKey = Redacted.make(new Uint8Array(Buffer.from(keys.join(""), "hex")))
  return url === undefined ? Sqlite.layer({ file: file ?? "", masterKey }) : Postgres.layer({ url, masterKey })
}

/** Stores credentials whose secrets are sealed with the old key. */
const filled = (place: Place) =>
  Effect.gen(function* () {
    const { run } = yield* Transaction
    const input = yield* Schema.decode(NewOrganization)({ name: "Acme", owner_user_id: "owner" })
    const { organization } = yield* createOrganization(input)
    const caller = yield* hostCaller(organization.id)
    const create = (key: string) =>
      Effect.flatMap(Schema.decode(NewByokCredential)({ provider: "openai", key }), createByokCredential)
    // A transaction for all of them would reach its time limit on a slow machine.
    const together = (some: ReadonlyArray<string>) => run(Effect.forEach(some, create))
    yield* Effect.provideService(Effect.forEach(Array.chunksOf(secrets, 20), together), ManagementCaller, caller)
    return organization.id
  }).pipe(Effect.provide(storesOf(place, OLD)))

/** The texts of the secrets, and how many are sealed with the old key. */
const found = (place: Place, ...keys: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const vault = yield* Vault
    const { keyId: old } = yield* Vault.make(Redacted.make(new Uint8Array(Buffer.from(OLD, "hex"))))
    const all = yield* Effect.flatMap(SealedSecrets, (_) => _.list(null, COUNT + 1))
    const texts = yield* Effect.forEach(all, (one) => vault.open(one.sealed, one))
    const stale = all.filter(({ sealed }) => Buffer.from(sealed).subarray(1, 9).toString("hex") === old)
    return { texts: texts.map(Redacted.value).toSorted(), stale: stale.length }
  }).pipe(Effect.provide(storesOf(place, ...keys)))

const killedWithin = (place: Place) => {
  const { signal } = spawnSync(process.execPath, [
    ...brief,
    killed,
    JSON.stringify({ ...place, keys: [NEW, OLD], batch: 2 })
  ])
  expect(signal).toBe("SIGKILL")
}

/** The ids of the two keys. */
const ids = Effect.forEach([OLD, NEW], (key) =>
  Effect.map(Vault.make(Redacted.make(new Uint8Array(Buffer.from(key, "hex")))), ({ keyId }) => keyId)
)

const rewrapped = (place: Place, database: string) =>
  Effect.gen(function* () {
    const [old = "", young = ""] = yield* ids
    yield* filled(place)
    killedWithin(place)
    expect(yield* found(place, NEW, OLD)).toEqual({ texts: secrets, stale: COUNT - 100 })
    const run = (masterKey: string) =>
      Effect.promise(() =>
        runHere(["vault", "rewrap"], {
          variables: { TOLLGATE_DATABASE: database, TOLLGATE_MASTER_KEY: masterKey }
        })
      )
    expect(yield* run(NEW)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("sealed with another master key")
    })
    const begun = Date.now()
    const { stdout, ...rest } = yield* run(`${NEW},${OLD}`)
    const [time = ""] = stdout.match(/\d{4}-\d\d-\d\dT\S+Z/) ?? []
    expect({ ...rest, stdout }).toEqual({
      code: 0,
      stderr: "",
      stdout: `Sealed ${COUNT - 100} secrets again. All that can be opened is sealed with the master key ${young}.
The servers no longer need the master key ${old}: remove it from their keys.
Backups and exports made before ${time} open with that key alone: keep it in another place for as long as you keep one of these.
`
    })
    expect(Date.parse(time)).toBeGreaterThanOrEqual(begun)
    expect(yield* found(place, NEW)).toEqual({ texts: secrets, stale: 0 })
    expect(yield* run(OLD)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("sealed with another master key")
    })
    expect(yield* run(NEW)).toMatchObject({ code: 0, stdout: expect.stringContaining("none may be removed") })
  })

describe("vault rewrap", () => {
  it.scopedLive("seals all secrets of a file with the first key, also after it was killed within a batch", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "tollgate.db")
      yield* rewrapped({ file }, file)
    })
  )

  it.scopedLive("does the same in PostgreSQL", () =>
    Effect.gen(function* () {
      const url = yield* freshDatabase
      yield* rewrapped({ url }, url)
    })
  )

  it.scopedLive("takes the keys from the lines of the key file, and says how long an answer needs one", () =>
    Effect.gen(function* () {
      const cwd = yield* temporaryFolder
      const file = join(cwd, "tollgate.db")
      const variables = { TOLLGATE_DATABASE: file }
      yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file })
        const { organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "owner" })
        const host = gate.asOrganization(organization.id)
        await host.keys.create({ name: "Kept" }, { idempotencyKey: "once" })
        await host.byok.create({ provider: "openai", key: "secret" })
      })
      const old = readFileSync(`${file}.key`, "utf8")
      writeFileSync(`${file}.key`, `${NEW}\n${old}`)
      const { stdout } = yield* Effect.promise(() => runHere(["vault", "rewrap"], { variables }))
      expect(stdout).toMatch(
        /^Sealed 1 secret again\. .*\nThe servers need the master key [0-9a-f]{16} until \d{4}-\S+Z, to repeat answers kept for Idempotency-Key\. Remove it from their keys afterwards\.\nBackups and exports made before \d{4}-\S+Z open with that key alone: .*\n$/
      )
      writeFileSync(`${file}.key`, `${NEW}\n`)
      expect(yield* Effect.promise(() => runHere(["verify"], { variables }))).toMatchObject({ code: 0 })
    })
  )
})

import { existsSync, rmSync } from "node:fs"
import { type Abandoned, abandonSecrets } from "@tollgate/core"
import { isPostgresUrl } from "@tollgate/postgres/address"
import { layerOfLostKey, MasterKeyFile } from "@tollgate/sqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type DatabaseOptions, nameOf } from "../database/databaseLayer.js"
import { loadPostgres } from "../database/loadPostgres.js"
import { DatabaseMissing, requireExisting } from "../database/requireExisting.js"
import { counted } from "../output/counted.js"
import { read, SettingRefused } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { ValueRefused } from "../settings/withFlagNames.js"

interface Options extends DatabaseOptions {
  readonly yes: boolean
}

const unconfirmed = new ValueRefused({
  problems: ["--yes must be given: every secret of a provider or a webhook in the database is forgotten for good."]
})

/** In a SQLite file, with the stated key, or that of the key file beside it, which is created if it is missing. */
const inFile = (file: string, stated: Redacted.Redacted) =>
  Effect.gen(function* () {
    if (!existsSync(file)) return yield* new DatabaseMissing({ file })
    const keyFile = MasterKeyFile.keyFileFor(file)
    const isStated = Redacted.value(stated) !== ""
    const isNew = !isStated && !existsSync(keyFile)
    const masterKey = yield* isStated ? MasterKeyFile.parseMasterKey(stated) : MasterKeyFile.loadOrCreate(keyFile)
    const done = yield* Effect.provide(abandonSecrets, layerOfLostKey({ file, masterKey })).pipe(
      // A key that opens nothing would hide that the right one is missing.
      Effect.onError(() => Effect.sync(() => isNew && rmSync(keyFile, { force: true })))
    )
    return { ...done, place: isStated ? "TOLLGATE_MASTER_KEY" : keyFile }
  })

const inPostgres = Effect.fnUntraced(function* (url: string, stated: Redacted.Redacted) {
  const { expected, flag, variable } = settings.masterKey
  if (Redacted.value(stated) === "") {
    return yield* new SettingRefused({
      flag,
      variable,
      expected: `${expected}: a new one, for the database from now on`
    })
  }
  const masterKey = yield* MasterKeyFile.parseMasterKey(stated)
  const postgres = yield* loadPostgres
  const done = yield* Effect.provide(abandonSecrets, postgres.layerOfLostKey({ url, masterKey }))
  return { ...done, place: "TOLLGATE_MASTER_KEY" }
})

const lineOf = ({ id, label, name, organization_id, provider, workspace_id }: Abandoned["lost"][number]) =>
  `  ${[`organization ${organization_id}`, `workspace ${workspace_id}`, provider, name === null ? label : `${name} (${label})`, id].join(", ")}`

const webhookLine = ({ id, name, organization_id, origin }: Abandoned["webhooks"][number]) =>
  `  ${[`organization ${organization_id}`, ...(name === null ? [] : [name]), origin, id].join(", ")}`

/** What was forgotten beside kept answers, in words. */
const secretsOf = ({ lost, webhooks }: Pick<Abandoned, "lost" | "webhooks">) => {
  const ofProviders = counted(lost.length, "provider secret")
  return webhooks.length === 0 ? ofProviders : `${ofProviders}, ${counted(webhooks.length, "webhook secret")}`
}

/** Gives up the secrets of providers and webhooks in an existing database whose master key is lost, notes a new one, and prints what was lost. */
export const abandonIn = Effect.fnUntraced(function* (database: string, stated: Redacted.Redacted) {
  const { answers, keyId, lost, place, webhooks } = yield* isPostgresUrl(database)
    ? inPostgres(database, stated)
    : requireExisting(inFile(database, stated))
  yield* Console.log(
    `Forgot ${secretsOf({ lost, webhooks })} and ${counted(answers, "kept answer")} of ${nameOf(database)}. It belongs to the master key ${keyId} in ${place} now.`
  )
  if (lost.length > 0) {
    yield* Console.log(
      "These credentials are disabled. Give each its secret again with `tollgate byok update ID`, or delete it:"
    )
    for (const credential of lost) yield* Console.log(lineOf(credential))
  }
  if (webhooks.length > 0) {
    yield* Console.log(
      "These webhooks are disabled for good. Create others in their place with `tollgate webhooks create`, and delete them:"
    )
    for (const webhook of webhooks) yield* Console.log(webhookLine(webhook))
  }
})

/** Gives up the secrets of providers and webhooks in a database whose master key is lost. */
export const abandonVault = Effect.fnUntraced(function* ({ yes, ...options }: Options) {
  if (!yes) return yield* unconfirmed
  const database = yield* read(settings.database, options.database)
  yield* abandonIn(database, yield* read(settings.masterKey, options.masterKey))
})

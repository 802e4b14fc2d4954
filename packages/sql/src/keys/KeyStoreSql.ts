import { Organization } from "@tollgate/core"
import { KeyIdentity, KeyStore, keyRecords, makeKeyUses } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { compiled } from "../table/compiled.js"
import { records } from "../table/records.js"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { disableAllOf } from "./disableAllOf.js"
import { findScoped } from "./findScoped.js"
import { importAll } from "./importAll.js"
import { searchKeys } from "./searchKeys.js"
import { storeUses } from "./storeUses.js"
import { type KeyChanges, updateFenced } from "./updateFenced.js"

const Place = KeyIdentity.pick("organization_id")

export const make = contextOf(
  KeyStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { lock, read, sql, transact, write } = database
    const { rows: keys, store } = records(database, keyRecords)
    const label = keys.set(["label", "updated_at"], "organization_id", "hash")
    // On SQLite, a trigger changes the scope of the key.
    const { relabel, update } = sql.onDialectOrElse({
      pg: () => updateFenced(database),
      orElse: (): KeyChanges => ({
        update: (organizationId, hash, patch, updated_at) =>
          store.update(organizationId, hash, { ...patch, updated_at }),
        relabel: (organization_id, hash, text, updated_at) =>
          label({ organization_id, hash }, { label: text, updated_at })
      })
    })
    const lockOrganization = table(database, "organizations", Organization).lock("id")
    const identity = rowReader(sql, KeyIdentity)
    const place = rowReader(sql, Place)
    // By the number of the key, which is the rowid on SQLite: as many steps as a look-up by the key's hash takes.
    const bySecret = (columns: typeof keys.columns) =>
      compiled(
        sql`SELECT ${columns} FROM api_keys WHERE id =
(SELECT key_id FROM key_secrets WHERE secret_hash = ${null} AND (until IS NULL OR until > ${null}))`,
        (...values) => values
      )
    const identify = bySecret(identity.columns)
    const findBySecret = bySecret(keys.columns)
    const use = yield* makeKeyUses(storeUses(database))
    const insertNamed = keys.insertAll(
      sql`ON CONFLICT (organization_id, external_id) WHERE external_id IS NOT NULL DO NOTHING RETURNING 1`
    )
    const imports = importAll(database)
    const findByExternalId = keys.find("organization_id", "external_id")
    return KeyStore.of({
      ...store,
      ...imports,
      use,
      // Only a key with an external id can meet another one.
      insert: (key) =>
        key.external_id === null ? store.insert(key) : Effect.map(write(insertNamed([key])), (rows) => rows.length > 0),
      list: searchKeys(database),
      findByExternalId: (organization_id, external_id) => findByExternalId({ organization_id, external_id }),
      identify: (secret, at) => identity.first(read(identify(secret, at.epochMillis))),
      findScoped: findScoped(database),
      findBySecret: (secret, at) => keys.first(read(findBySecret(secret, at.epochMillis))),
      organizationOf: (hash) =>
        Effect.map(
          place.first(read(sql`SELECT ${place.columns} FROM api_keys WHERE hash = ${hash}`)),
          Option.map(({ organization_id }) => organization_id)
        ),
      update,
      rotate: (organization_id, hash, next, updated_at) =>
        transact(
          Effect.gen(function* () {
            const key = yield* relabel(organization_id, hash, next.label, updated_at)
            if (Option.isNone(key)) return key
            const keyId = sql`(SELECT id FROM api_keys WHERE ${keys.where({ organization_id, hash })})`
            const [at, until] = [updated_at.epochMillis, next.until.epochMillis]
            yield* write(sql`UPDATE key_secrets SET until = ${until} WHERE key_id = ${keyId} AND until IS NULL`)
            yield* write(sql`DELETE FROM key_secrets WHERE key_id = ${keyId} AND until <= ${at}`)
            yield* write(sql`INSERT INTO key_secrets (secret_hash, key_id) VALUES (${next.secret}, ${keyId})`)
            return key
          })
        ),
      // Of two transactions that each end one of the last two keys, the second must see what the first has done.
      hasOtherManagementKey: (organization_id, hash) =>
        Effect.zipRight(
          lockOrganization({ id: organization_id }),
          keys.exists(
            { organization_id },
            sql`is_management AND NOT is_read_only AND NOT disabled AND hash <> ${hash} AND expires_at IS NULL`
          )
        ),
      hasActiveIn: (organization_id, workspace_id, at) =>
        Effect.zipRight(
          // All of them, since a disabled one may be enabled at this moment.
          lock(sql`SELECT 1 FROM api_keys WHERE ${keys.where({ organization_id, workspace_id })}
ORDER BY hash FOR NO KEY UPDATE`),
          keys.exists(
            { organization_id, workspace_id, disabled: false },
            sql`(expires_at IS NULL OR expires_at > ${at.epochMillis})`
          )
        ),
      listEnabledOf: (organization_id, creator_user_id) =>
        keys.all(
          read(sql`SELECT ${keys.columns} FROM api_keys
WHERE ${keys.where({ organization_id, creator_user_id, disabled: false })} ORDER BY hash`)
        ),
      disableAllOf: disableAllOf(database)
    })
  })
)

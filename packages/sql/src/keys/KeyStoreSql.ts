import { ApiKeyPatch } from "@tollgate/core"
import { KeyIdentity, KeyRecord, KeyStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { countedPage } from "../table/countedPage.js"
import { table } from "../table/table.js"
import { Database } from "../transaction/Database.js"

export const layer = Layer.effect(
  KeyStore,
  Effect.map(Database, (database) => {
    const { lock, sql, write } = database
    const paged = countedPage(database)
    const keys = table(database, "api_keys", KeyRecord)
    const identity = keys.pick(Struct.keys(KeyIdentity.fields), "hash")
    const findByHash = keys.find("hash")
    const pages = keys.pages(Struct.keys(KeyRecord.fields), "created_at DESC, hash")
    const find = keys.findForUpdate("organization_id", "hash")
    const patched = [...Struct.keys(ApiKeyPatch.fields), "updated_at"] as const
    const change = keys.patch(patched, Struct.keys(KeyRecord.fields), "organization_id", "hash")
    // The lists of enabled keys are maintained only by statements that can change them.
    const changeListed = keys.patch(
      patched.filter((field) => field !== "disabled"),
      Struct.keys(KeyRecord.fields),
      "organization_id",
      "hash"
    )
    const count = keys.set(["byok", "usage", "windows"], "organization_id", "hash")
    return KeyStore.of({
      insert: keys.insert,
      identify: (hash) => identity({ hash }),
      findByHash: (hash) => findByHash({ hash }),
      find: (organization_id, hash) => find({ organization_id, hash }),
      list: (organization_id, { enabledOnly, workspaceId: workspace_id }, page) => {
        const scope = workspace_id === null ? { organization_id } : { organization_id, workspace_id }
        const name = `${enabledOnly ? "enabled " : ""}keys${workspace_id === null ? "" : ` of ${workspace_id}`}`
        return paged(organization_id, name, page, pages(scope, page, enabledOnly ? sql`NOT disabled` : undefined))
      },
      update: (organization_id, hash, patch, updated_at) =>
        (patch.disabled === undefined ? changeListed : change)({ organization_id, hash }, { ...patch, updated_at }),
      delete: (organization_id, hash) =>
        Effect.map(
          write(sql`DELETE FROM api_keys WHERE ${keys.where({ organization_id, hash })} RETURNING hash`),
          (rows) => (rows.length === 0 ? Option.none() : Option.some(hash))
        ),
      // Of two transactions that each end one of the last two keys, the second must see what the first has done.
      hasOtherManagementKey: (organization_id, hash) =>
        Effect.zipRight(
          lock(sql`SELECT id FROM organizations WHERE id = ${organization_id} FOR NO KEY UPDATE`),
          keys.exists(
            { organization_id },
            sql`is_management AND NOT disabled AND hash <> ${hash} AND expires_at IS NULL`
          )
        ),
      setUsage: (organization_id, hash, counters) => count({ organization_id, hash }, counters)
    })
  })
)

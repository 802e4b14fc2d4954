import { KeyPatch } from "@tollgate/core"
import { KeyIdentity, KeyRecord, KeyStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Struct from "effect/Struct"
import { Database } from "../Database.js"
import { table } from "../table.js"

export const layer = Layer.effect(
  KeyStore,
  Effect.map(Database, (database) => {
    const { sql } = database
    const keys = table(database, "api_keys", KeyRecord)
    const identity = keys.pick(Struct.keys(KeyIdentity.fields), "hash")
    const find = keys.find("organization_id", "hash")
    const change = keys.patch([...Struct.keys(KeyPatch.fields), "updated_at"], "organization_id", "hash")
    const count = keys.set(["byok", "usage", "windows"], "organization_id", "hash")
    return KeyStore.of({
      insert: keys.insert,
      identify: (hash) => identity({ hash }),
      find: (organization_id, hash) => find({ organization_id, hash }),
      update: (organization_id, hash, patch, updated_at) => change({ organization_id, hash }, { ...patch, updated_at }),
      hasOtherManagementKey: (organization_id, hash, at) =>
        keys.exists(
          { organization_id },
          sql`is_management AND NOT disabled AND hash <> ${hash} AND (expires_at IS NULL OR expires_at > ${at.epochMillis})`
        ),
      setUsage: (organization_id, hash, counters) => count({ organization_id, hash }, counters)
    })
  })
)

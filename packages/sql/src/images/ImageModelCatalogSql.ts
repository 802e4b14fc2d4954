import { createHash } from "node:crypto"
import { NewImageModel, OrganizationId } from "@tollgate/core"
import { ImageModelCatalog, type StorageFailure } from "@tollgate/core/storage"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { DecodedCatalogs } from "./DecodedCatalogs.js"

const models = Schema.Array(NewImageModel)

// A catalogue is replaced and read as a whole, so it is one row.
const Catalog = Schema.Struct({ organization_id: OrganizationId, version: Schema.String, models })

/** A catalogue, without its models if the caller has this version. */
const Answer = Schema.Struct({ version: Schema.String, models: Schema.NullOr(models) })

/** The version is a hash of the content, so the same content has the same version again after a rollback. */
const versionOf = (models: ReadonlyArray<NewImageModel>) =>
  createHash("sha256").update(JSON.stringify(models)).digest("base64url")

export const make = contextOf(
  ImageModelCatalog,
  Effect.map(Database, (database) => {
    const { read, sql, write } = database
    const catalogs = table(database, "image_catalogs", Catalog)
    const answers = rowReader(sql, Answer)
    const upsert = catalogs.insertAll(
      sql`ON CONFLICT (organization_id) DO UPDATE SET version = excluded.version, models = excluded.models`
    )
    const decoded = new DecodedCatalogs()
    const list = (organization_id: OrganizationId): Effect.Effect<ReadonlyArray<NewImageModel>, StorageFailure> =>
      Effect.suspend(() => {
        const known = decoded.get(organization_id)
        const answer = read(sql`SELECT version, CASE WHEN version = ${known.version} THEN NULL ELSE models END AS models
FROM image_catalogs WHERE organization_id = ${organization_id}`)
        return Effect.map(
          answers.first(answer),
          Option.match({
            onNone: () => [],
            onSome: ({ models, version }) =>
              models === null ? known.models : decoded.set(organization_id, { version, models })
          })
        )
      })
    return ImageModelCatalog.of({
      replace: (organization_id, models) =>
        Effect.asVoid(write(upsert([{ organization_id, version: versionOf(models), models }]))),
      list,
      // A catalogue is decoded once a version, so a look at all models takes less time than a row of one would.
      find: (organization_id, id) =>
        Effect.map(
          list(organization_id),
          Arr.findFirst((model) => model.id === id)
        )
    })
  })
)

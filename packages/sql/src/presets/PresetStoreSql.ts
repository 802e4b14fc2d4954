import { type NewPresetRecord, type OrganizationId, Preset, PresetStore, type WorkspaceId } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database } from "../Database.js"
import { columnList, Integer, readAll, readOne, Time } from "../rows.js"

const PresetRow = Schema.Struct({
  ...Preset.fields,
  status_updated_at: Schema.NullOr(Time),
  created_at: Time,
  updated_at: Time
})

const readPresets = readAll(PresetRow)
const readSize = readOne(Schema.Struct({ preset_count: Integer }))

const toRow = (preset: NewPresetRecord) => ({
  id: preset.id,
  organization_id: preset.organization_id,
  workspace_id: preset.workspace_id,
  slug: preset.slug,
  name: preset.name,
  description: preset.description,
  designated_version_id: preset.designated_version_id,
  status: preset.status,
  status_updated_at: preset.status_updated_at?.epochMillis ?? null,
  creator_user_id: preset.creator_user_id,
  created_at: preset.created_at.epochMillis,
  updated_at: preset.updated_at.epochMillis
})

const toVersionRow = (preset: NewPresetRecord) => ({
  id: preset.designated_version_id,
  organization_id: preset.organization_id,
  preset_id: preset.id,
  version: 1,
  creator_user_id: preset.creator_user_id,
  system_prompt: preset.system_prompt,
  config: preset.config,
  created_at: preset.created_at.epochMillis
})

export const layer = Layer.effect(
  PresetStore,
  Effect.map(Database, ({ atomically, query, snapshot, sql }) => {
    const columns = columnList(sql, Object.keys(PresetRow.fields))

    const size = (organizationId: OrganizationId, workspaceId: WorkspaceId | null) =>
      readSize(
        query(
          workspaceId === null
            ? sql`SELECT preset_count FROM organizations WHERE id = ${organizationId}`
            : sql`SELECT preset_count FROM workspaces WHERE organization_id = ${organizationId} AND id = ${workspaceId}`
        )
      )

    const scope = (organizationId: OrganizationId, workspaceId: WorkspaceId | null) =>
      workspaceId === null
        ? sql`organization_id = ${organizationId}`
        : sql`organization_id = ${organizationId} AND workspace_id = ${workspaceId}`

    return PresetStore.of({
      insert: (preset) =>
        atomically(
          Effect.gen(function* () {
            const { organization_id, workspace_id } = preset
            const inserted = yield* query(sql`INSERT INTO presets ${sql.insert(toRow(preset))}
ON CONFLICT (organization_id, slug) DO NOTHING RETURNING id`)
            if (inserted.length === 0) return false
            yield* query(sql`INSERT INTO preset_versions ${sql.insert(toVersionRow(preset))}`)
            yield* query(sql`UPDATE organizations SET preset_count = preset_count + 1 WHERE id = ${organization_id}`)
            yield* query(sql`UPDATE workspaces SET preset_count = preset_count + 1
WHERE organization_id = ${organization_id} AND id = ${workspace_id}`)
            return true
          })
        ),
      list: (organizationId, workspaceId, { limit, offset }) =>
        snapshot(
          Effect.gen(function* () {
            const found = yield* size(organizationId, workspaceId)
            const total_count = Option.match(found, { onNone: () => 0, onSome: ({ preset_count }) => preset_count })
            if (offset >= total_count) return { data: [], total_count }
            const data = yield* readPresets(
              query(sql`SELECT ${columns} FROM presets WHERE ${scope(organizationId, workspaceId)}
ORDER BY updated_at DESC, id LIMIT ${limit} OFFSET ${offset}`)
            )
            return { data, total_count }
          })
        )
    })
  })
)

import { counting } from "./counting.js"
import { type Dialect, inWorkspace } from "./dialects.js"

/** Presets and their versions. A preset's first version is created after it, so no foreign key requires it. */
export const presets = (dialect: Dialect) => {
  const { jsonObject, number, slug, table, text, textOf, time, uuid } = dialect
  return [
    table(
      "presets",
      uuid("id"),
      uuid("organization_id"),
      uuid("workspace_id"),
      slug("slug"),
      textOf(255)("name"),
      textOf(1000)("description", "NULL"),
      uuid("designated_version_id"),
      textOf(50)("status"),
      time("status_updated_at", "NULL"),
      textOf(255)("creator_user_id"),
      time("created_at"),
      time("updated_at"),
      "PRIMARY KEY (id)",
      "UNIQUE (organization_id, id)",
      "UNIQUE (organization_id, slug)",
      inWorkspace
    ),
    `CREATE INDEX presets_newest_first ON presets (organization_id, updated_at DESC, id)`,
    `CREATE INDEX presets_of_workspace_newest_first ON presets (organization_id, workspace_id, updated_at DESC, id)`,
    ...counting(dialect, {
      table: "presets",
      lists: [{ name: "'presets'" }, { name: "'presets of ' || ROW.workspace_id" }]
    }),
    table(
      "preset_versions",
      uuid("id"),
      uuid("organization_id"),
      uuid("preset_id"),
      number("version"),
      textOf(255)("creator_user_id"),
      text("system_prompt", "NULL"),
      jsonObject("config"),
      time("created_at"),
      "PRIMARY KEY (id)",
      // In the order of the list of a preset's versions, too.
      "UNIQUE (organization_id, preset_id, version)",
      "FOREIGN KEY (organization_id, preset_id) REFERENCES presets (organization_id, id) ON DELETE CASCADE"
    ),
    ...counting(dialect, { table: "preset_versions", lists: [{ name: "'versions of ' || ROW.preset_id" }] })
  ]
}

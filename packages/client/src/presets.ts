import type {
  Deleted,
  NewPreset,
  NewPresetVersion,
  Page,
  Paged,
  PageInWorkspace,
  Preset,
  PresetPatch,
  PresetVersion,
  PresetWithVersion
} from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** Presets: named model settings, kept in versions. */
export interface Presets {
  /**
   * Returns one page of presets, most recently updated first. A management key lists those of its organization, an
   * ordinary key those of its workspace.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data, total_count } = await account.presets.list()
   */
  list(page?: PageInWorkspace, options?: CallOptions): Promise<Paged<Preset>>
  /**
   * Creates a preset with its first version.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {SlugTaken} if the organization has a preset with this slug.
   * @throws {WorkspaceNotFound} if the organization has no workspace with `workspace_id`.
   * @example
   * const { designated_version } = await account.presets.create({ slug: "summary", name: "Summary", config: { temperature: 0.2 } })
   */
  create(input: NewPreset, options?: CallOptions): Promise<PresetWithVersion>
  /**
   * Returns a preset by its slug, with its designated version.
   *
   * @throws {PresetNotFound} if the caller can list no preset with this slug.
   * @example
   * const { designated_version } = await account.presets.get("summary")
   */
  get(slug: string, options?: CallOptions): Promise<PresetWithVersion>
  /**
   * Changes a preset. Omitted fields keep their values; null clears a field.
   *
   * @throws {InvalidInput} if `patch` is invalid or names no version of the preset; its `issues` name each field.
   * @throws {PresetArchived} if the preset is archived.
   * @throws {PresetNotFound} if the organization has no preset with this slug.
   * @example
   * await account.presets.update("summary", { status: "disabled" })
   */
  update(slug: string, patch: PresetPatch, options?: CallOptions): Promise<PresetWithVersion>
  /**
   * Returns one page of the versions of a preset, in ascending order.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @throws {PresetNotFound} if the caller can list no preset with this slug.
   * @example
   * const { data, total_count } = await account.presets.listVersions("summary")
   */
  listVersions(slug: string, page?: Page, options?: CallOptions): Promise<Paged<PresetVersion>>
  /**
   * Adds a version to a preset. The designated version stays the same: `update` designates another one.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {PresetArchived} if the preset is archived.
   * @throws {PresetNotFound} if the organization has no preset with this slug.
   * @example
   * const { id } = await account.presets.createVersion("summary", { config: { temperature: 0.1 } })
   * await account.presets.update("summary", { designated_version_id: id })
   */
  createVersion(slug: string, input: NewPresetVersion, options?: CallOptions): Promise<PresetVersion>
  /**
   * Returns a version of a preset by its number, which begins at 1.
   *
   * @throws {PresetNotFound} if the caller can list no preset with this slug.
   * @throws {PresetVersionNotFound} if the preset has no version of this number.
   * @example
   * const { config } = await account.presets.getVersion("summary", 1)
   */
  getVersion(slug: string, version: number, options?: CallOptions): Promise<PresetVersion>
  /**
   * Deletes a preset and its versions.
   *
   * @throws {PresetNotFound} if the organization has no preset with this slug.
   * @example
   * await account.presets.delete("summary")
   */
  delete(slug: string, options?: CallOptions): Promise<Deleted>
}

export const presets = (transport: Transport): Presets => {
  const { mayTake, reads, takes } = methodsOf(transport)
  const getVersion = reads("getPresetVersion")
  return {
    create: takes("createPreset"),
    list: mayTake("listPresets"),
    get: reads("getPreset"),
    update: takes("updatePreset"),
    listVersions: mayTake("listPresetVersions"),
    createVersion: takes("createPresetVersion"),
    getVersion: (slug, version, options) => getVersion(slug, String(version), options),
    delete: reads("deletePreset")
  }
}

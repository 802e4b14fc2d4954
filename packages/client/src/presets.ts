import * as Core from "@tollgate/core/models"
import type { Schema } from "effect/Schema"
import type { Paged, PageInWorkspace } from "./Page.js"
import type { CallOptions, Transport } from "./Transport.js"

/** A named set of model settings, kept in versions of which one is designated. */
export interface Preset extends Schema.Encoded<typeof Core.Preset> {}
/** What a new preset is made of; `system_prompt` and `config`, an object of JSON, are at most 32 KiB each. */
export interface NewPreset extends Schema.Encoded<typeof Core.NewPreset> {}

/** A preset with the version that is in use. */
export interface PresetWithVersion extends Schema.Encoded<typeof Core.PresetWithVersion> {}

/** Presets: named model settings in versions. */
export interface Presets {
  /** Creates a preset with its first version, which it answers with. Rejects with `SlugTaken` or `WorkspaceNotFound`. */
  create(input: NewPreset, options?: CallOptions): Promise<PresetWithVersion>
  /**
   * Returns one page, most recently updated first. A management key sees all of its organization's presets, an ordinary
   * key only those of its own workspace: for it, the list of any other workspace is empty.
   */
  list(page?: PageInWorkspace, options?: CallOptions): Promise<Paged<Preset>>
  /** A preset by its slug, with the version that is in use: of those that `list` shows. Rejects with `PresetNotFound`. */
  get(slug: string, options?: CallOptions): Promise<PresetWithVersion>
}

const PagedPresets = Core.Paged(Core.Preset)

export const presets = <R>({ answer, call, client }: Transport<R>): Presets => ({
  create: (input, options) =>
    call(Core.NewPreset, input, (payload) => client.presets.createPreset({ payload }), Core.PresetWithVersion, options),
  list: (page = {}, options) =>
    call(Core.PageInWorkspace, page, (urlParams) => client.presets.listPresets({ urlParams }), PagedPresets, options),
  get: (slug, options) => answer(client.presets.getPreset({ path: { slug } }), Core.PresetWithVersion, options)
})

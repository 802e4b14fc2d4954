import * as Core from "@tollgate/core"
import type { Schema } from "effect/Schema"
import type { CallOptions } from "./Door.js"
import type { LocalDoor } from "./LocalDoor.js"
import type { Page, Paged } from "./Page.js"

/** A named set of model settings, kept in versions of which one is designated. */
export interface Preset extends Schema.Encoded<typeof Core.Preset> {}
/** What a new preset is made of; `system_prompt` and `config`, an object of JSON, are at most 32 KiB each. */
export interface NewPreset extends Schema.Encoded<typeof Core.NewPreset> {}

/** Presets: named model settings in versions. */
export interface Presets {
  /** Creates a preset with its first version. Rejects with `SlugTaken` or `WorkspaceNotFound`. */
  create(input: NewPreset, options?: CallOptions): Promise<Preset>
  /** One page, most recently updated first: a management key sees its organization's, another its workspace's. */
  list(page?: Page, options?: CallOptions): Promise<Paged<Preset>>
}

const PagedPresets = Core.Paged(Core.Preset)

export const presets = ({ call, client, manage }: LocalDoor): Presets => ({
  create: (input, options) =>
    call(Core.NewPreset, input, (preset) => manage(Core.createPreset(preset)), Core.Preset, options),
  list: (page = {}, options) =>
    call(Core.Page, page, (urlParams) => client.presets.listPresets({ urlParams }), PagedPresets, options)
})

import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { Preset } from "./Preset.js"
import type { PresetRecord, PresetVersionRecord } from "./PresetRecord.js"

/** Stores presets. Each method is atomic. */
export class PresetStore extends Context.Tag("@tollgate/core/PresetStore")<
  PresetStore,
  {
    /** Stores a preset with its first version. Returns false if the slug is taken in the organization. */
    readonly insert: (preset: PresetRecord, version: PresetVersionRecord) => Effect.Effect<boolean, StorageFailure>
    /** A preset by its slug, with its designated version. */
    readonly find: (
      organizationId: OrganizationId,
      slug: string
    ) => Effect.Effect<Option.Option<readonly [Preset, PresetVersionRecord]>, StorageFailure>
    /** Of the organization, or of one workspace of it where that is not null: most recently updated first, then by id. */
    readonly list: (
      organizationId: OrganizationId,
      workspaceId: WorkspaceId | null,
      page: Page
    ) => Effect.Effect<Paged<Preset>, StorageFailure>
  }
>() {}

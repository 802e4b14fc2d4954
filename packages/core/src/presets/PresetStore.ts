import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { StoreOf } from "../records/Records.js"
import type { OrganizationId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"
import type { Preset, PresetId } from "./Preset.js"
import type { PresetVersionRecord } from "./PresetRecord.js"
import type { presetRecords, presetVersionRecords } from "./presetRecords.js"

interface Versions {
  /** Stores a version of a preset. Fails if the preset has a version of this number. */
  readonly insertVersion: (version: PresetVersionRecord) => Effect.Effect<void, StorageFailure>
  readonly findVersion: StoreOf<typeof presetVersionRecords>["find"]
  /** A version of a preset by its number. */
  readonly findVersionNumbered: (
    organizationId: OrganizationId,
    preset: PresetId,
    version: number
  ) => Effect.Effect<Option.Option<PresetVersionRecord>, StorageFailure>
  /** The greatest number of a version of a preset; 0 if it has none. */
  readonly lastVersion: (organizationId: OrganizationId, preset: PresetId) => Effect.Effect<number, StorageFailure>
  /** A preset by its slug, with one page of its versions in ascending order. */
  readonly listVersions: (
    organizationId: OrganizationId,
    slug: string,
    page: Page
  ) => Effect.Effect<Option.Option<readonly [Preset, Paged<PresetVersionRecord>]>, StorageFailure>
  /** A preset by its slug, with its designated version. */
  readonly findWithVersion: (
    organizationId: OrganizationId,
    slug: string
  ) => Effect.Effect<Option.Option<readonly [Preset, PresetVersionRecord]>, StorageFailure>
}

/** Stores presets and their versions. Each method is atomic. Deleting a preset deletes its versions. */
export class PresetStore extends Context.Tag("@tollgate/core/PresetStore")<
  PresetStore,
  StoreOf<typeof presetRecords> & Versions
>() {}

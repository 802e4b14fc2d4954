import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { StoreOf } from "../records/Records.js"
import type { OrganizationId } from "../values/Id.js"
import type { Preset } from "./Preset.js"
import type { PresetVersionRecord } from "./PresetRecord.js"
import type { presetRecords, presetVersionRecords } from "./presetRecords.js"

interface Versions {
  /** Stores a version of a preset. Fails if the preset has a version of this number. */
  readonly insertVersion: (version: PresetVersionRecord) => Effect.Effect<void, StorageFailure>
  readonly findVersion: StoreOf<typeof presetVersionRecords>["find"]
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

import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { OrganizationId } from "../values/Id.js"
import { showVersion } from "./PresetRecord.js"
import { PresetStore } from "./PresetStore.js"
import type { PresetWithVersion } from "./PresetVersion.js"

/** The stored presets with their designated versions, as they are returned. */
export const presetsInUse = Effect.map(PresetStore, (presets) => {
  const find = (organizationId: OrganizationId, slug: string) =>
    Effect.map(
      presets.findWithVersion(organizationId, slug),
      Option.map(([preset, version]): PresetWithVersion => ({ ...preset, designated_version: showVersion(version) }))
    )
  const update = (...change: Parameters<typeof presets.update>) =>
    Effect.zipRight(presets.update(...change), find(change[0], change[1]))
  return { find, update }
})

import { requireOwned } from "../access/requireOwned.js"
import { Slug } from "../values/Slug.js"
import { PresetNotFound } from "./Preset.js"

/** Reads a preset of the caller's organization by its slug. Fails with `PresetNotFound`. */
export const requirePreset = requireOwned(Slug, () => new PresetNotFound())

import { requireOwned } from "../access/requireOwned.js"
import { Slug } from "../values/Slug.js"
import { PresetNotFound } from "./Preset.js"

/** A preset of the caller's organization, by its slug. */
export const requirePreset = requireOwned(Slug, () => new PresetNotFound())

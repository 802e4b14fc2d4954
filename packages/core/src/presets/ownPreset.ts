import { own } from "../own.js"
import { Slug } from "../Slug.js"
import { PresetNotFound } from "./Preset.js"

/** A preset of the caller's organization, by its slug. */
export const ownPreset = own(Slug, () => new PresetNotFound())

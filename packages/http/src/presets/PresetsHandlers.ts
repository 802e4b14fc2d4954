import { createPreset, getPreset, listPresets } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const presets = {
  listPresets: ({ urlParams }) => listPresets(urlParams),
  createPreset: ({ payload }) => createPreset(payload),
  getPreset: ({ path }) => getPreset(path.slug)
} satisfies Programs<"presets">

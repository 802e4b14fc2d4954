import { listPresets } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const presets = {
  listPresets: ({ urlParams }) => listPresets(urlParams)
} satisfies Programs<"presets">

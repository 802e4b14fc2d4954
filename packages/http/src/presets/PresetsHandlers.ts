import { listPresets } from "@tollgate/core"
import type { Programs } from "../serve.js"

export const presets: Programs<"presets"> = {
  listPresets: ({ urlParams }) => listPresets(urlParams)
}

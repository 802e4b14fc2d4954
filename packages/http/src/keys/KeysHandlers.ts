import { updateKey } from "@tollgate/core"
import type { Programs } from "../serve.js"

export const keys: Programs<"keys"> = {
  updateKey: ({ path, payload }) => updateKey(path.hash, payload)
}

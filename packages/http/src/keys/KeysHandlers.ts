import { getKey, updateKey } from "@tollgate/core"
import type { Programs } from "../serve.js"

export const keys: Programs<"keys"> = {
  getKey: ({ path }) => getKey(path.hash),
  updateKey: ({ path, payload }) => updateKey(path.hash, payload)
}

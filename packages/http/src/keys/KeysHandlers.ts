import { getKey, updateKey } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const keys = {
  getKey: ({ path }) => getKey(path.hash),
  updateKey: ({ path, payload }) => updateKey(path.hash, payload)
} satisfies Programs<"keys">

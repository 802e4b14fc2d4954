import { createKey, deleteKey, getCurrentKey, getKey, listKeys, updateKey } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const keys = {
  getCurrentKey: () => getCurrentKey,
  listKeys: ({ urlParams }) => listKeys(urlParams),
  createKey: ({ payload }) => createKey(payload),
  getKey: ({ path }) => getKey(path.hash),
  updateKey: ({ path, payload }) => updateKey(path.hash, payload),
  deleteKey: ({ path }) => deleteKey(path.hash)
} satisfies Programs<"keys">

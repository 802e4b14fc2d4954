import { listImageModels, replaceImageModels } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const images = {
  listImageModels: () => listImageModels(),
  replaceImageModels: ({ payload }) => replaceImageModels(payload)
} satisfies Programs<"images">

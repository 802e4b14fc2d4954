import { listImageModels } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const images = {
  listImageModels: () => listImageModels()
} satisfies Programs<"images">

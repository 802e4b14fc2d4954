import { listImageModels } from "@tollgate/core"
import type { Programs } from "../serve.js"

export const images: Programs<"images"> = {
  listImageModels: () => listImageModels()
}

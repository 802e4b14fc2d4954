import { getByokCredential } from "@tollgate/core"
import type { Programs } from "../serve.js"

export const byok: Programs<"byok"> = {
  getByokCredential: ({ path }) => getByokCredential(path.id)
}

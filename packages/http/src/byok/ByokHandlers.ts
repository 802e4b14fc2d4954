import { getByokCredential } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const byok = {
  getByokCredential: ({ path }) => getByokCredential(path.id)
} satisfies Programs<"byok">

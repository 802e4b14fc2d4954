import {
  createByokCredential,
  deleteByokCredential,
  getByokCredential,
  listByokCredentials,
  updateByokCredential
} from "@tollgate/core"
import type { Programs } from "../Program.js"

export const byok = {
  listByokCredentials: ({ urlParams }) => listByokCredentials(urlParams),
  createByokCredential: ({ payload }) => createByokCredential(payload),
  getByokCredential: ({ path }) => getByokCredential(path.id),
  updateByokCredential: ({ path, payload }) => updateByokCredential(path.id, payload),
  deleteByokCredential: ({ path }) => deleteByokCredential(path.id)
} satisfies Programs<"byok">

import { createAuthorizationCode, exchangeCode } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const oauth = {
  exchangeCode: ({ payload }) => exchangeCode(payload),
  createAuthorizationCode: ({ payload }) => createAuthorizationCode(payload)
} satisfies Programs<"oauth">

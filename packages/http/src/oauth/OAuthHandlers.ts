import { exchangeCode } from "@tollgate/core"
import type { Programs } from "../Program.js"

export const oauth = {
  exchangeCode: ({ payload }) => exchangeCode(payload)
} satisfies Programs<"oauth">

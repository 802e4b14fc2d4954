import { exchangeCode } from "@tollgate/core"
import type { Programs } from "../serve.js"

export const oauth: Programs<"oauth"> = {
  exchangeCode: ({ payload }) => exchangeCode(payload)
}

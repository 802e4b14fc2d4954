import type { Parts } from "./harness/report.js"
import { answers } from "./requests/answers.js"
import { besideSearch } from "./requests/besideSearch.js"
import { memory } from "./requests/memory.js"
import { metrics } from "./requests/metrics.js"

/**
 * What a request costs.
 *
 * @param only A part of the names of the requests that are compared with a server by hand. @default all
 */
export const requests = (only = ""): Parts => ({
  answers: async () => [await answers(only)],
  search: async () => [await besideSearch()],
  memory: async () => [await memory()],
  metrics: async () => [await metrics()]
})

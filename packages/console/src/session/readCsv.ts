import { InvalidCredential, RateLimited } from "@tollgate/client"
import { apiAddress } from "./apiAddress.js"
import { boundedFetch } from "./boundedFetch.js"

/** Reads an answer as CSV. The client's methods read JSON only. */
export const readCsv = async (secret: string, path: string): Promise<string> => {
  const headers = { authorization: `Bearer ${secret}`, accept: "text/csv" }
  const answer = await boundedFetch(`${apiAddress().href}${path}`, { headers })
  if (answer.status === 401) throw new InvalidCredential()
  if (answer.status === 429) {
    const after = Number(answer.headers.get("retry-after"))
    throw new RateLimited({ retryAfter: Number.isSafeInteger(after) && after > 0 ? after : null })
  }
  if (!answer.ok) throw new Error(`The server answered ${answer.status} instead of CSV.`)
  return answer.text()
}

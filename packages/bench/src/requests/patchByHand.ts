/** A name and a limit in dollars; null if the input is not valid. */
export const patchByHand = (text: string): { readonly name: string; readonly limit: number | null } | null => {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof body !== "object" || body === null || !("name" in body) || !("limit" in body)) return null
  const { limit, name, ...rest } = body
  if (typeof name !== "string" || name.length < 1 || name.length > 255 || Object.keys(rest).length > 0) return null
  if (limit !== null && (typeof limit !== "number" || !(limit >= 0 && limit <= 1e9))) return null
  return { name, limit }
}

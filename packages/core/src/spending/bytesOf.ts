/** What an object takes beside its fields, and what a field takes. */
const OBJECT = 24
const FIELD = 8

/** About how many bytes a value takes in memory. What two values share counts for each. */
export const bytesOf = (value: unknown): number => {
  if (typeof value === "string") return OBJECT + value.length
  if (typeof value === "bigint") return OBJECT
  if (typeof value !== "object" || value === null) return 0
  let bytes = OBJECT
  for (const field of Object.values(value)) bytes += FIELD + bytesOf(field)
  return bytes
}

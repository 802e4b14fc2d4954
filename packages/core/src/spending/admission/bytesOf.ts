/** Approximate bytes of an object without its fields, and of a field. */
const OBJECT = 24
const FIELD = 8

/** Approximate size of a value in memory, in bytes. What two values share is counted twice. */
export const bytesOf = (value: unknown): number => {
  if (typeof value === "string") return OBJECT + value.length
  if (typeof value === "bigint") return OBJECT
  if (typeof value !== "object" || value === null) return 0
  let bytes = OBJECT
  for (const field of Object.values(value)) bytes += FIELD + bytesOf(field)
  return bytes
}

const two = (part: number) => String(part).padStart(2, "0")

/** A time as an input of the reader's zone has it, to the minute; empty for null. */
export const localOf = (iso: string | null): string => {
  if (iso === null) return ""
  const at = new Date(iso)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The time of such an input in UTC; null if it is empty. */
export const isoOf = (local: string): string | null => (local === "" ? null : new Date(local).toISOString())

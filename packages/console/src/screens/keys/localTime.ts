const two = (part: number) => String(part).padStart(2, "0")

/** The latest time that an input of a time takes. Years of more digits are mistyped. */
export const LATEST = "9999-12-31T23:59"

/** A time as an input of the reader's zone has it, to the minute; empty for null. Later ones, as the end of 9999 is east of Greenwich, are `LATEST`. */
export const localOf = (iso: string | null): string => {
  if (iso === null) return ""
  const at = new Date(iso)
  if (at.getFullYear() > 9999) return LATEST
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** The time of such an input in UTC; null if it is empty. */
export const isoOf = (local: string): string | null => (local === "" ? null : new Date(local).toISOString())

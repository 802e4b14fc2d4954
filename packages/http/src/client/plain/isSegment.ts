// Resolving a path removes these segments.
const dots = ["", ".", ".."]

/** Whether a path can carry a value as one segment: well-formed text other than "", "." and "..". */
export const isSegment = (text: unknown): text is string =>
  typeof text === "string" && text.isWellFormed() && !dots.includes(text)

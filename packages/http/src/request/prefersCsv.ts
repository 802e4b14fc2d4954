/** The quality of a media range (RFC 9110, section 12.4.2). */
const qualityOf = (parameters: ReadonlyArray<string>): number => {
  const stated = parameters.map((parameter) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(parameter)?.[1]).find(Boolean)
  return stated === undefined ? 1 : Number(stated)
}

/** Whether an `Accept` header names CSV, and prefers it to JSON or likes both the same. A range with a star stands for JSON. */
export const prefersCsv = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  let [csv, json] = [0, 0]
  for (const range of accept.split(",")) {
    const [type = "", ...parameters] = range.split(";")
    const name = type.trim().toLowerCase()
    if (name === "text/csv") csv = qualityOf(parameters)
    if (name === "application/json") json = qualityOf(parameters)
  }
  return csv > 0 && csv >= json
}

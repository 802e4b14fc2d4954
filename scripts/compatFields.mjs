// The table of fields in docs/compat.md, made from the compiled table of the server.
import { generatedPart, markdownTable } from "./generatedPart.mjs"

const part = generatedPart("docs/compat.md", "fields")

const takenOf = ({ accepts, show }) => {
  if (accepts.length > 0) return accepts.map((value) => `\`${JSON.stringify(value)}\``).join(", ")
  return show === null ? "nothing" : "–"
}

export const compatFields = async () => {
  const { compatModels } = await import("../packages/http/dist/app/compat/fields.js")
  const rows = Object.entries(compatModels).flatMap(([model, { fields }]) =>
    Object.entries(fields).map(([name, field]) => [model, `\`${name}\``, field.shown || "–", takenOf(field), field.why])
  )
  return markdownTable([["Model", "Field", "In answers", "A request may state", "Reason"], ...rows])
}

/** The present table in the document. */
export const shownFields = part.shown

/** Writes the table into the document. */
export const writeFields = async () => part.write(await compatFields())

// Examples and descriptions of schemas are words for the API document, no behaviour.
import { walk } from "./walk.mjs"

/** Fields of resources have these names, too: an annotation is a text, and examples are a list. */
const isSaid = (name, { type }) =>
  /^(description|documentation)$/.test(name) ? type === "Literal" : name === "examples" && type === "ArrayExpression"

/** What an annotation says: the value of its property, and the example that `documented` takes last. */
const said = ({ arguments: given, callee, key, type, value }) => {
  if (type === "Property") return isSaid(key.name, value) ? [value] : []
  return type === "CallExpression" && callee.name === "documented" ? given.slice(2) : []
}

/** The numbers and texts within the annotations of a tree, as `{ start, end }`. */
export const annotated = (tree) => {
  const found = []
  walk(tree, (node) => {
    for (const value of said(node)) {
      walk(value, ({ end, start, type, value }) => {
        if (type === "Literal" && /^(number|string)$/.test(typeof value)) found.push({ start, end })
      })
    }
  })
  return found
}

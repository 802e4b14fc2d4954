import { badRequest } from "../answers.js"
import { each } from "../each.js"
import type { Family } from "../Subject.js"

/** Names that a careless assignment would take for more than names, with a value as JSON. */
const tempting: Readonly<Record<string, string>> = {
  organization_id: '"x"',
  user_id: '"root"',
  is_management: "true",
  type: '"management"',
  role: '"admin"',
  key: '"x"',
  id: '"x"',
  data: '{"limit":null}',
  ["__proto__"]: '"x"',
  constructor: "{}",
  prototype: "{}",
  toString: '"x"',
  hasOwnProperty: "1"
}

/** Fields that are not to be set: a misspelt limit must not look like success. Those that success sets are known. */
export const unknownFields =
  (more: Readonly<Record<string, string>> = {}): Family =>
  ({ spares, success: { body: good = "{}" } }) => {
    const known: object = JSON.parse(good)
    const unknown = Object.entries({ ...tempting, ...more }).filter(([name]) => !Object.hasOwn(known, name))
    return each(Object.fromEntries(unknown), (name, value) => {
      const beside = good.replace(/,?\}$/, "")
      const field = `${JSON.stringify(name)}:${value}`
      const body = beside === "{" ? `{${field}}` : `${beside},${field}}`
      return spares(`unknown field: ${name}`, { body }, badRequest)
    })
  }

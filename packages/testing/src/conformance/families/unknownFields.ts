import * as Struct from "effect/Struct"
import { badRequest } from "../answers.js"
import { each } from "../each.js"
import type { Family } from "../Subject.js"

/** Names with a meaning in JavaScript, which a careless assignment would apply, with a value as JSON. */
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

/** Secrets sent as field names, which no answer repeats. */
const secrets: Readonly<Record<string, string>> = {
  ["sk-abcdefghijklmnop"]: '"x"',
  tg_sk_abcdefghij: '"x"',
  abcdefghijklmnopqrstuvwxyz: '"x"'
}

/** Unknown and read-only fields are refused: a misspelt limit must not look like success. */
export const unknownFields =
  (more: Readonly<Record<string, string>> = {}, ...known: ReadonlyArray<string>): Family =>
  ({ spares, success }) =>
    each(Struct.omit({ ...tempting, ...secrets, ...more }, ...known), (name, value) => {
      const beside = (success.body ?? "{}").replace(/,?\}$/, "")
      const field = `${JSON.stringify(name)}:${value}`
      const body = beside === "{" ? `{${field}}` : `${beside},${field}}`
      const expect = Object.hasOwn(secrets, name) ? { ...badRequest, absent: [name] } : badRequest
      return spares(`unknown field: ${name}`, { body }, expect)
    })

import * as Struct from "effect/Struct"
import { badRequest } from "../Expectation.js"
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
  ({ spares }) =>
    Object.entries(Struct.omit({ ...tempting, ...secrets, ...more }, ...known)).map(([name, value]) =>
      spares(
        `unknown field: ${name}`,
        ({ good }) => {
          const beside = String(good.body ?? "{}").replace(/,?\}$/, "")
          const field = `${JSON.stringify(name)}:${value}`
          return { body: beside === "{" ? `{${field}}` : `${beside},${field}}` }
        },
        Object.hasOwn(secrets, name) ? { ...badRequest, absent: [name] } : badRequest
      )
    )

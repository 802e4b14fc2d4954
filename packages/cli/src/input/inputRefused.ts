import type { InputIssue } from "@tollgate/core"
import type { Operation } from "../operations/Operation.js"
import { flagOf, wordOf } from "../operations/words.js"
import { isInvalidInput, ValueRefused } from "../settings/withFlagNames.js"

/** What the schemas say of a field that is absent. */
export const ABSENT = "a value, this field is required"

const insideOf = (path: InputIssue["path"]) =>
  path.length === 0 ? "" : ` (${path.map((part) => (typeof part === "number" ? `item ${part + 1}` : part)).join(", ")})`

/** Names what is wrong with the input of an operation as the user wrote it: `--expires-at` in place of `expires_at`. */
export const inputRefused = ({ fields, path }: Operation, error: Error): Error => {
  if (!isInvalidInput(error)) return error
  const names = new Map([
    ...fields.map((field) => [field.name, flagOf(field)] as const),
    ...path.map(({ name }) => [name, `<${wordOf(name)}>`] as const)
  ])
  const problems = error.issues.map(({ expected, path: [field = "", ...inner] }) => {
    const name = `${names.get(String(field)) ?? field}${insideOf(inner)}`
    return expected === ABSENT ? `${name} is required.` : `${name} must be ${expected}.`
  })
  return new ValueRefused({ problems })
}

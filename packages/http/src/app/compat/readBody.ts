import { InvalidInput } from "@tollgate/core"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { wireErrorOf } from "../../api/errorTable.js"
import type { BadRequest } from "../../api/WireError.js"
import type { CompatField } from "./fields.js"

const expectedOf = ({ accepts }: CompatField): string =>
  accepts.length === 0
    ? "no value, because this server does not have the field"
    : `${accepts.map((value) => JSON.stringify(value)).join(" or ")}, because this server supports no other value`

/** Whether a value is one of those accepted, which are null, booleans, numbers and the empty list. */
const takes = ({ accepts }: CompatField, value: unknown): boolean =>
  accepts.some((accepted) =>
    Array.isArray(accepted) ? Array.isArray(value) && value.length === 0 : accepted === value
  )

/** Removes the client's own fields from a body, if they ask for nothing. Refuses those that ask for something. */
export const readBody = (fields: Readonly<{ [name: string]: CompatField }>) => {
  const own = Object.entries(fields).filter(([, { accepts, show }]) => accepts.length > 0 || show === null)
  return (body: unknown): Either.Either<unknown, BadRequest> => {
    if (!Predicate.isRecord(body)) return Either.right(body)
    const found = own.filter(([name]) => Object.hasOwn(body, name))
    if (found.length === 0) return Either.right(body)
    const refused = found.filter(([name, field]) => !takes(field, body[name]))
    if (refused.length > 0) {
      const issues = refused.map(([name, field]) => ({ path: [name], expected: expectedOf(field) }))
      return Either.left(wireErrorOf(new InvalidInput({ issues })))
    }
    const names = new Set(found.map(([name]) => name))
    return Either.right(Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name))))
  }
}

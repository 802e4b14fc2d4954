import { type Operation, operations } from "@tollgate/http"
import * as SchemaAST from "effect/SchemaAST"
import type { Draft } from "./Case.js"
import type { Fields, Target } from "./Change.js"
import { badRequest, record } from "./Expectation.js"
import { general } from "./families/general.js"
import { ids } from "./families/ids.js"
import { rateLimit } from "./families/rateLimit.js"
import { unknownFields } from "./families/unknownFields.js"
import type { Way } from "./Given.js"
import { type Ids, UNKNOWN_UUID } from "./Ids.js"
import type { Run } from "./Run.js"
import { body, get } from "./Sent.js"
import { about, type Cases, type Family } from "./Subject.js"

/** A name that only refused requests contain: a read that shows it reveals that one was accepted. */
export const NEVER = "should not stay"

interface Patch<T extends Target> extends Pick<Way<T>, "reading"> {
  /** Absent if the path has no id: every organization has one of these records. */
  readonly ids?: Ids
  readonly given?: (run: Run) => T
  /** The answer with these fields of the record. @default the record has them */
  readonly shows?: (fields: Fields, of: T) => ReturnType<Way<T>["expect"]>
  /** The field of the record that is the id in the path. @default `id` */
  readonly key?: string
  /** Fields with a value that is invalid. */
  readonly invalid: Fields
  /** The fields that can change. All others of the record are refused. */
  readonly fields: ReadonlyArray<string>
  /** More fields that are refused, with a value as JSON. */
  readonly unknown?: Readonly<Record<string, string>>
}

/** The fields of the record that a success contains. */
const fieldsOf = ({ endpoint }: Operation): ReadonlyArray<SchemaAST.PropertySignature> => {
  const [data] = SchemaAST.getPropertySignatures(SchemaAST.encodedAST(endpoint.successSchema.ast))
  return data === undefined ? [] : SchemaAST.getPropertySignatures(data.type)
}

/** A value of a field, as JSON. */
const sampleOf = (name: string, type: SchemaAST.AST): string => {
  if (SchemaAST.isUnion(type)) {
    const hasNull = type.types.some((one) => SchemaAST.isLiteral(one) && one.literal === null)
    return hasNull || type.types[0] === undefined ? "null" : sampleOf(name, type.types[0])
  }
  if (SchemaAST.isLiteral(type)) return JSON.stringify(type.literal)
  if (SchemaAST.isBooleanKeyword(type)) return "true"
  if (SchemaAST.isNumberKeyword(type)) return "0"
  return JSON.stringify(name.endsWith("_at") ? "1970-01-01T00:00:00Z" : /^id$|_id$/.test(name) ? UNKNOWN_UUID : "x")
}

/** The fields of the record that cannot change, with a value as JSON. */
const readOnly = (operationId: string, changeable: ReadonlyArray<string>) => {
  const operation = operations.find(({ id }) => id === operationId)
  const fields = operation === undefined ? [] : fieldsOf(operation)
  return Object.fromEntries(
    fields
      .map(({ name, type }) => [String(name), sampleOf(String(name), type)] as const)
      .filter(([name]) => !changeable.includes(name))
  )
}

const changes =
  (invalid: Fields): Family =>
  ({ testIdle, refuses }) => [
    refuses("one invalid field among valid ones changes nothing", body({ name: NEVER, ...invalid }), badRequest),
    refuses("an unknown field among valid ones changes nothing", body({ name: NEVER, nam: "x" }), badRequest),
    testIdle("concurrent changes all succeed", ({ api, request, shows }) =>
      api.together(8, request(body({ name: "Together" })), shows({ name: "Together" }), { 200: 8 })
    )
  ]

/** The cases of an operation that changes a record with a name: those of every change, and more. */
export const patches = <T extends Target>(
  operationId: string,
  patch: Patch<T>,
  ...more: ReadonlyArray<Cases<T>>
): ReadonlyArray<Draft> => {
  const { fields, given, ids: id, invalid, key = "id", unknown } = patch
  const {
    reading = ({ path, run }) => ({ sent: get(path, run.manager) }),
    shows = (fields: Fields, { own }: T) => record({ ...(own !== undefined && { [key]: own }), ...fields })
  } = patch
  const untouched = async (run: Run, theirs: string) => {
    const { path } = operations.find(({ id }) => id === operationId) ?? { path: "" }
    await run.api.get(path.replace(/\{\w+\}/, theirs), { status: 200, check: neverNamed }, run.other)
  }
  return about<T>(
    operationId,
    {
      ...(id && { ids: { untouched, ...id } }),
      ...(given && { given }),
      body: () => "{}",
      refused: JSON.stringify({ name: NEVER }),
      expect: (of) => shows({}, of),
      shows,
      invalid: body(invalid),
      reading
    },
    general,
    ...(id === undefined ? [] : [ids]),
    unknownFields({ ...readOnly(operationId, fields), ...unknown }, ...fields),
    rateLimit,
    changes(invalid),
    ...more
  )
}

const neverNamed = (shown: unknown) =>
  JSON.stringify(shown).includes(NEVER) ? ["the other organization's object has the refused name"] : []

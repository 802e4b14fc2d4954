import { about, pathOf, type Way } from "./about.js"
import { badRequest, reads, record } from "./answers.js"
import type { Draft } from "./Draft.js"
import { general } from "./families/general.js"
import { ids } from "./families/ids.js"
import { rateLimit } from "./families/rateLimit.js"
import { unknownFields } from "./families/unknownFields.js"
import type { Ids } from "./Ids.js"
import { asOther, body, get } from "./requests.js"
import type { Family, Fields } from "./Subject.js"
import { shapes } from "./shapes.js"

/** A name that only refused requests contain: a read that shows it reveals that one was accepted. */
export const NEVER = "should not stay"

interface Patch extends Pick<Way, "reading" | "shows"> {
  /** Absent if the path has no id: every organization has one of these records. */
  readonly ids?: Ids
  /** The shape of the record. */
  readonly shape: string
  /** The field of the record that is the id in the path. @default `id` */
  readonly key?: string
  /** Fields with a value that is invalid. */
  readonly invalid: Fields
  /** The fields that can change. All others of the record are refused. */
  readonly fields: ReadonlyArray<string>
  /** More fields that are refused, with a value as JSON. */
  readonly unknown?: Readonly<Record<string, string>>
}

/** A value, as JSON, that a matcher of `shapes` accepts. */
const sampleOf = (matcher: unknown): string => {
  const { $nullOr, $oneOf, $time, $type, $uuid }: Fields = Object(matcher)
  if ($nullOr !== undefined) return "null"
  if (Array.isArray($oneOf)) return JSON.stringify($oneOf[0])
  if ($type === "boolean") return "true"
  if ($type === "number" || $type === "integer") return "0"
  return JSON.stringify($time ? "1970-01-01T00:00:00Z" : $uuid ? "{OTHER_WORKSPACE_ID}" : "x")
}

/** The fields of the record that cannot change, with a value as JSON. */
const readOnly = ({ fields, shape, unknown }: Patch) => {
  const of = Object.entries(Object(shapes[shape])).filter(([name]) => !fields.includes(name))
  return { ...Object.fromEntries(of.map(([name, matcher]) => [name, sampleOf(matcher)])), ...unknown }
}

const changes =
  (invalid: Fields): Family =>
  ({ asks, refuses, shows }) => [
    refuses("one invalid field among valid ones changes nothing", body({ name: NEVER, ...invalid }), badRequest),
    refuses("an unknown field among valid ones changes nothing", body({ name: NEVER, nam: "x" }), badRequest),
    asks(
      "concurrent changes all succeed",
      { ...body({ name: "Together" }), concurrent: 8 },
      { ...shows({ name: "Together" }), tally: { "200": 8 } },
      { basis: "derived" }
    )
  ]

/** The cases of an operation that changes a record with a name: those of every change, and more. */
export const patches = (operationId: string, patch: Patch, ...more: ReadonlyArray<Family>): ReadonlyArray<Draft> => {
  const { fields, ids: given, invalid, key = "id", shape, ...way } = patch
  const reading = way.reading ?? {
    request: get(pathOf(operationId, given === undefined ? {} : { ids: given })),
    except: []
  }
  const shows = way.shows ?? ((fields: Fields) => record(shape, { ...(given && { [key]: given.own }), ...fields }))
  const { request } = reading
  const untouchedAt = ({ own, theirs }: Ids) => ({
    request: { ...request, path: request.path.replace(own, theirs), headers: { ...request.headers, ...asOther } },
    expect: reads({ "data.name": { $not: NEVER } })
  })
  const named = given && { ids: { untouched: untouchedAt(given), ...given } }
  const success = { body: "{}", expect: shows({}) }
  return about(
    operationId,
    { ...named, success, shows, ...body({ name: NEVER }), invalid: body(invalid), reading },
    general,
    ...(given === undefined ? [] : [ids]),
    unknownFields(readOnly(patch), ...fields),
    rateLimit,
    changes(invalid),
    ...more
  )
}

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

/** A name that only refused requests contain: a read that shows it reveals that one was accepted. */
export const NEVER = "should not stay"

interface Patch extends Pick<Way, "reading" | "shows"> {
  readonly ids: Ids
  /** The shape of the record. */
  readonly shape: string
  /** The field of the record that is the id in the path. @default `id` */
  readonly key?: string
  /** Fields with a value that is invalid. */
  readonly invalid: Fields
  /** Fields that cannot change, with a value as JSON. */
  readonly readOnly: Readonly<Record<string, string>>
  /** Fields that can change, among those whose names are tempting. */
  readonly known?: ReadonlyArray<string>
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
export const patches = (
  operationId: string,
  { ids: given, invalid, key = "id", known = [], readOnly, shape, ...way }: Patch,
  ...more: ReadonlyArray<Family>
): ReadonlyArray<Draft> => {
  const { own, theirs } = given
  const reading = way.reading ?? { request: get(pathOf(operationId, { ids: given })), except: [] }
  const shows = way.shows ?? ((fields: Fields) => record(shape, { [key]: own, ...fields }))
  const { request } = reading
  const untouched = {
    request: { ...request, path: request.path.replace(own, theirs), headers: { ...request.headers, ...asOther } },
    expect: reads({ "data.name": { $not: NEVER } })
  }
  const success = { body: "{}", expect: shows({}) }
  return about(
    operationId,
    { ids: { untouched, ...given }, success, shows, ...body({ name: NEVER }), invalid: body(invalid), reading },
    general,
    ids,
    unknownFields(readOnly, ...known),
    rateLimit,
    changes(invalid),
    ...more
  )
}

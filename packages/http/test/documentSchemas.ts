import { OpenApi } from "@effect/platform"
import { TollgateApi } from "@tollgate/http"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import formats from "ajv-formats"
import { Predicate } from "effect"

type Json = Record<string, unknown>

const object = (value: unknown): Json => (Predicate.isRecord(value) ? value : {})

/** The document as it is sent. */
export const document: Json = JSON.parse(JSON.stringify(OpenApi.fromApi(TollgateApi)))

/** What stands at a place of the document; references are followed. */
export const at = (...names: ReadonlyArray<string>): Json => {
  let found: unknown = document
  for (const name of names) found = object(found)[name]
  const reference = object(found)["$ref"]
  return typeof reference === "string" ? at(...reference.slice(2).split("/")) : object(found)
}

// Its code runs a few times each, so to make it takes longer than to run it.
const ajv = new Ajv2020({ strict: true, allErrors: true, inlineRefs: false, code: { optimize: false } })
formats.default(ajv)

/** The components' schemas are one schema that the others refer to: Ajv would check and compile them again for each place. */
const COMPONENTS = "https://tollgate.example/components"

const standalone = (schema: unknown, components = COMPONENTS): string =>
  JSON.stringify(schema).replaceAll("#/components/schemas/", `${components}#/$defs/`)

ajv.addSchema({ $id: COMPONENTS, $defs: JSON.parse(standalone(at("components", "schemas"), "")) })

const compiled = new Map<string, ValidateFunction>()

/** The same schema stands at many places. */
const compiledAt = (names: ReadonlyArray<string>): ValidateFunction => {
  const schema = standalone(at(...names))
  const validate = compiled.get(schema) ?? ajv.compile(JSON.parse(schema))
  compiled.set(schema, validate)
  return validate
}

const known = new Map<string, ValidateFunction>()

/** What is wrong with a value by the schema at a place of the document. Throws where that is no strict schema. */
export const judge = (value: unknown, ...names: ReadonlyArray<string>) => {
  const place = JSON.stringify(names)
  const validate = known.get(place) ?? compiledAt(names)
  known.set(place, validate)
  return validate(value) ? [] : (validate.errors ?? [])
}

/** All places of the document where something stands that is one, with what stands there. */
export const places = (
  is: (value: Json, place: ReadonlyArray<string>) => boolean
): ReadonlyArray<readonly [place: ReadonlyArray<string>, found: Json]> => {
  const within = (value: unknown, place: ReadonlyArray<string>): ReturnType<typeof places> => {
    if (!Predicate.isObject(value)) return []
    const own = Predicate.isRecord(value) && is(value, place) ? [[place, value] as const] : []
    return [...own, ...Object.entries(value).flatMap(([name, one]) => within(one, [...place, name]))]
  }
  return within(document, [])
}

import { operations } from "@tollgate/http"
import { Predicate } from "effect"
import { expect, it } from "vitest"
import { at, places } from "./documentSchemas.js"

const bounds = ["minLength", "maxLength", "minimum", "exclusiveMinimum", "maximum", "minItems", "maxItems", "default"]

/** `name` of a property, `models[]` of the items of a list, and the name of a header; parameters have none at their place. */
const nameOf = (place: ReadonlyArray<string>): string => {
  const parts = place.filter((part) => !/^(properties|schema|anyOf|\d+|)$/.test(part))
  if (place[0] === "paths") return "(parameter)"
  return parts.at(-1) === "items" ? `${parts.at(-2)}[]` : (parts.at(-1) ?? "")
}

const stated = () => {
  const found = new Map<string, Set<string>>()
  for (const [place, value] of places((value) => bounds.some((bound) => typeof value[bound] === "number"))) {
    const text = bounds.flatMap((bound) => (typeof value[bound] === "number" ? `${bound} ${value[bound]}` : []))
    found.set(text.join(", "), new Set([...(found.get(text.join(", ")) ?? []), nameOf(place)]))
  }
  return Object.fromEntries([...found].map(([text, names]) => [text, [...names].toSorted().join(" ")]))
}

/** Bounds that too many fields have to name them: those of a name or an id of the host, and of an amount. No other bounds are like them. */
const common = ["minLength 1, maxLength 255", "minimum 0, maximum 1000000000"] as const

// The bounds of texts in the document are those that operations check: see documentBounds.test.ts.
it("the document states these bounds, and no others", () => {
  const { [common[0]]: texts, [common[1]]: amounts, ...named } = stated()
  expect([texts, amounts]).toEqual([expect.any(String), expect.any(String)])
  expect(named, "packages/http/test/documentLimits.test.ts has every bound of the document, with its fields").toEqual({
    "exclusiveMinimum 0, maximum 1000000000": "amount limit_usd usd",
    "maxItems 10": "alert_thresholds",
    "maxItems 100": "allowed_api_key_hashes allowed_models allowed_user_ids",
    "maxItems 1000": "allowed_models allowed_providers ignored_models ignored_providers models",
    "maxLength 1031": "(parameter)",
    "maxLength 128": "id",
    "maxLength 2048": "callback_url",
    "maxLength 255": "id",
    "maxLength 32768": "system_prompt",
    "maxItems 64": "allowed_passthrough_parameters endpoints pricing",
    "minItems 1, maxItems 100": "user_ids",
    "minItems 1, maxItems 1000": "key_hashes member_user_ids",
    "minItems 1, maxItems 4": "kinds",
    "minItems 1, maxItems 6": "scopes",
    "minItems 1, maxItems 8": "models run",
    "minLength 0, maxLength 512": "additionalProperties patternProperties",
    "minLength 0, maxLength 4000": "description",
    "minLength 1": "code",
    "minLength 1, maxLength 100": "key_label name workspace_name",
    "minLength 1, maxLength 1000": "description",
    "minLength 1, maxLength 16384": "key",
    "minLength 1, maxLength 200": "name",
    "minLength 1, maxLength 2048": "url",
    "minLength 1, maxLength 50": "(parameter) allowed_providers[] ignored_providers[] provider providers[] slug",
    "minLength 1, maxLength 500": "decision description reason",
    "minLength 1, maxLength 5109": "(parameter)",
    "minLength 1, maxLength 64": "(parameter) additionalProperties instance patternProperties",
    "minLength 43, maxLength 128": "code_challenge code_verifier",
    "minLength 64, maxLength 64":
      "(parameter) actor_hash allowed_api_key_hashes[] by corrected_by created_by decided_by hash key key_hash key_hashes[]",
    "minimum -9007199254740991, maximum 9007199254740991": "max min",
    "minimum 0": "Retry-After Retry-After-Storage X-RateLimit-Remaining X-RateLimit-Reset created retry_after_seconds",
    "minimum 0, maximum 1000000": "sort_order",
    "minimum 0, maximum 1000000000, default 0":
      "audio_input audio_output cache_read cache_write cache_write_hour calls characters image_input image_output images input output reasoning seconds",
    "minimum 0, maximum 2592000": "grace_seconds",
    "minimum 0, maximum 9007199254740991, default 0": "(parameter)",
    "minimum 1": "Retry-After-Holds X-RateLimit-Limit",
    "minimum 1, maximum 100": "alert_thresholds[]",
    "minimum 1, maximum 100, default 100": "(parameter)",
    "minimum 1, maximum 100, default 50": "(parameter)",
    "minimum 1, maximum 1000, default 100": "(parameter)",
    "minimum 1, maximum 1000000000": "max_in_flight max_requests",
    "minimum 1, maximum 2592000": "lease_seconds",
    "minimum 1, maximum 31536000": "expires_in"
  })
})

it("every number that a body has is bounded, but for a time in seconds", () => {
  const bodied = operations.filter(({ takesBody }) => takesBody)
  const schemas = new Set<string>()
  const visit = (value: unknown): void => {
    const [reference] = [Object(value)["$ref"]]
    if (typeof reference === "string" && !schemas.has(reference)) {
      schemas.add(reference)
      visit(at(...reference.slice(2).split("/")))
    }
    if (Predicate.isObject(value)) Object.values(value).forEach(visit)
  }
  for (const { method, path } of bodied) visit(at("paths", `/api/v1${path}`, method.toLowerCase(), "requestBody"))
  const unbounded = places(
    ({ maximum, type }, [top, kind, name]) =>
      schemas.has(`#/${top}/${kind}/${name}`) &&
      [type].flat().some((one) => one === "number" || one === "integer") &&
      maximum === undefined
  )
  expect(unbounded.map(([place]) => place.slice(2).join("."))).toEqual(["NewImageModel.properties.created"])
})

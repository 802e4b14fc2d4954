import { expectSame } from "../Api.js"
import type { Target } from "../Change.js"
import { badRequest, ok } from "../Expectation.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import type { Given } from "../Given.js"
import { get } from "../Sent.js"
import { about, type Family } from "../Subject.js"
import { imageEndpoint } from "./imageEndpoint.js"

const model = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: "acme/painter",
  name: "Painter",
  description: "Paints from a prompt",
  created: 1_772_625_600,
  architecture: { input_modalities: ["text"], output_modalities: ["image"] },
  supported_parameters: { quality: { type: "enum", values: ["low", "high"] } },
  supports_streaming: false,
  ...fields
})
const shown = (one: ReturnType<typeof model>) => ({ ...one, endpoints: `/api/v1/images/models/${one.id}/endpoints` })
const catalogue = (...models: ReadonlyArray<unknown>) => ({ body: JSON.stringify({ models }) })

/** A catalogue of one model, with this JSON as the value of a field. */
const saying = (name: string) => (value: string) => catalogue(model({ [name]: "?" })).body.replace('"?"', value)
const named = { name: "models", body: saying("name") }

/** A catalogue of one model with this endpoint. */
const serving = (endpoint: unknown) => catalogue(model({ endpoints: [endpoint] }))
/** A price that differs from a valid one. */
const priced = (fields: object) => serving({ ...imageEndpoint, pricing: [{ ...imageEndpoint.pricing[0], ...fields }] })
const { allowed_passthrough_parameters: _, provider_tag: __, ...least } = imageEndpoint

const ENDPOINTS = "/images/models/acme/painter/endpoints"

const endpoints: Family = ({ test, refuses }) => {
  const keeps = (name: string, sent: object, stored: ReadonlyArray<object>) =>
    test(name, async ({ api, ask }) => {
      await ask(sent, ok({ data: [shown(model())] }))
      await api.get(ENDPOINTS, ok({ id: "acme/painter", endpoints: stored }))
    })
  return [
    keeps("endpoints, listed by the model", serving(imageEndpoint), [imageEndpoint]),
    keeps("an endpoint without a tag and parameters of its own", serving(least), [
      { ...least, provider_tag: null, allowed_passthrough_parameters: [] }
    ]),
    keeps("a model without endpoints", catalogue(model()), []),
    ...["null", "{}", "[null]", "[{}]"].map((value) =>
      refuses(`endpoints: not ${value}`, { body: saying("endpoints")(value) }, badRequest)
    ),
    ...Object.keys(least).map((name) =>
      refuses(
        `an endpoint without ${name}`,
        serving(Object.fromEntries(Object.entries(imageEndpoint).filter(([key]) => key !== name))),
        badRequest
      )
    ),
    ...[{ cost_usd: -1 }, { cost_usd: "0.04" }, { cost_usd: null }, { billable: "" }, { unit: 1 }, { price: 1 }].map(
      (bad) => refuses(`a price with ${JSON.stringify(bad)}`, priced(bad), badRequest)
    ),
    refuses("an endpoint with an unknown field", serving({ ...imageEndpoint, region: "eu" }), badRequest)
  ]
}

const [first, second] = [model({ id: "acme/one" }), model({ id: "zeta/two:fast", name: "Two" })]
const LIST = "/images/models"

/** A refused catalogue, after which the list is as before. */
const refused =
  (change: object, expect = badRequest) =>
  async (given: Given<Target>) => {
    const list = get(LIST, given.run.manager)
    const before = await given.api.read(list)
    await given.ask(change, expect)
    expectSame(await given.api.read(list), before, "the list before")
  }

const badIds = ["acme", "Acme/a", "acme/", "/a", "acme/a/b", "../a", "acme/../a", "", `a/${"a".repeat(254)}`]

const described = model({
  supported_parameters: {
    quality: { type: "enum", values: ["low", "high"] },
    seed: { type: "range", min: -1, max: 9_007_199_254_740_991 },
    strength: { type: "range", min: 0.25, max: 0.25 },
    transparent: { type: "boolean" }
  }
})
const badDescriptors = [
  ...['{"type":"range","values":[]}', '{"type":"range","min":1}', '{"type":"range","max":1}'],
  ...['{"type":"range","min":2,"max":1}', '{"type":"range","min":"1","max":2}', '{"type":"range","min":0,"max":1e400}'],
  ...['{"type":"range","min":0,"max":1,"values":[]}', '{"type":"range","min":null,"max":1}'],
  ...['{"type":"boolean","values":[]}', '{"type":"enum"}', '{"type":"enum","values":[],"min":1}'],
  ...['{"type":"integer"}', '{"values":[]}', "{}", "[]", '"boolean"', "true", "null"]
]

const replacement: Family = ({ test, refuses }) => {
  const both = ok({ data: [shown(first), shown(second)] })
  return [
    test("listed by id, whatever order they were sent in", async ({ api, ask }) => {
      await ask(catalogue(second, first), both)
      await api.get(LIST, both)
    }),
    test("an empty catalogue", async ({ run }) => {
      const { api } = await run.isolated()
      await api.put(LIST, { models: [] }, ok({ data: [] }))
      await api.get(LIST, ok({ data: [] }))
    }),
    test("the other organization's catalogue is unchanged", async ({ api, ask, run }) => {
      const theirs = get(LIST, run.other)
      const before = await api.read(theirs)
      await ask(catalogue(first), ok({ data: [shown(first)] }))
      expectSame(await api.read(theirs), before, "their list before")
    }),
    test("concurrent replacements leave one whole catalogue", async ({ api, request }) => {
      await api.together(8, request(catalogue(first, second)), both, { 200: 8 })
      await api.get(LIST, both)
    }),
    test("a repeated model changes nothing", refused(catalogue(first, { ...first, name: "Again" }))),
    test("one invalid model among valid ones changes nothing", refused(catalogue(first, model({ created: -1 })))),
    ...badIds.map((id) => refuses(`id: not ${JSON.stringify(id)}`, catalogue(model({ id })), badRequest)),
    refuses("no models", { body: "{}" }, badRequest),
    ...Object.keys(first).map((name) =>
      refuses(
        `a model without ${name}`,
        catalogue(Object.fromEntries(Object.entries(first).filter(([key]) => key !== name))),
        badRequest
      )
    ),
    ...["endpoints", "price", "organization_id"].map((name) =>
      refuses(`unknown field of a model: ${name}`, catalogue(model({ [name]: "x" })), badRequest)
    ),
    ...['"2026"', "1.5", "-1", "null"].map((created) =>
      refuses(`created: not ${created}`, { body: saying("created")(created) }, badRequest)
    ),
    ...["", "a\u0000b"].map((name) =>
      test(
        `supported_parameters: not the name ${JSON.stringify(name)}`,
        refused(catalogue(model({ supported_parameters: { [name]: { type: "enum", values: ["a"] } } })), {
          ...badRequest,
          json: {
            "error.metadata.issues.0.expected":
              "a name of 1 to 255 characters without control characters or bidirectional marks"
          }
        })
      )
    ),
    test("supported_parameters: every kind", async ({ api, ask }) => {
      await ask(catalogue(described), ok({ data: [shown(described)] }))
      await api.get(LIST, ok({ data: [shown(described)] }))
    }),
    ...badDescriptors.map((value) =>
      refuses(
        `supported_parameters: no parameter of ${value}`,
        { body: saying("supported_parameters")(`{"a":${value}}`) },
        badRequest
      )
    ),
    ...["[]", "null"].map((value) =>
      refuses(`supported_parameters: not ${value}`, { body: saying("supported_parameters")(value) }, badRequest)
    )
  ]
}

export const replaceImageModels = about(
  "replaceImageModels",
  {
    body: () => catalogue(first).body,
    expect: () => ok({ data: [shown(first)] }),
    invalid: catalogue(second, second)
  },
  general,
  wrongTypes("models", "[]"),
  badTexts(named),
  unknownFields({ model: "{}", total_count: "0", append: "true" }),
  rateLimit,
  replacement,
  endpoints
)

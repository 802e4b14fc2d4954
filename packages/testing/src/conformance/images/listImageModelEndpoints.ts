import { expectSame } from "../Api.js"
import { is, notFound, ok } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { about, asking, type Family } from "../Subject.js"
import { imageEndpoint, imageModel } from "./imageEndpoint.js"

const pathOf = (author: string, slug = "painter") => `/images/models/${author}/${slug}/endpoints`
const served = ok({ id: "acme/painter", endpoints: [imageEndpoint] })

const models: Family = ({ testIdle, test }) => [
  test("an ordinary key reads them", ({ api, path, run }) => api.get(path, served, run.plain)),
  testIdle("another organization's model", async ({ account, api, run }) => {
    const id = `${account.OTHER_WORKSPACE_SLUG}/painter`
    await api.put("/images/models", { models: [{ ...imageModel, id }] }, is(200), run.other)
    const path = pathOf(account.OTHER_WORKSPACE_SLUG)
    const unknown = await api.get(pathOf("no-such-author"), notFound)
    expectSame(await api.get(path, notFound), unknown, "an unknown model")
    await api.get(path, ok({ id, endpoints: [imageEndpoint] }), run.other)
  }),
  ...["Painter", "painter%20", "painter%2F", "paint", "%2e%2e", "models"].map((slug) =>
    test(`slug: ${slug}`, ({ api, own }) => api.get(pathOf(own, slug), notFound))
  )
]

/** The author of a model, in a path. */
const author = { own: "acme" }

export const listImageModelEndpoints = about(
  "listImageModelEndpoints",
  {
    ids: {
      theirs: ({ OTHER_WORKSPACE_SLUG }) => OTHER_WORKSPACE_SLUG,
      unknownId: "no-such-author",
      more: { ACME: () => "ACME", "acme%2Fpainter": () => "acme%2Fpainter" }
    },
    given: () => author,
    fresh: async ({ made }) => {
      await made.imageModel()
      return author
    },
    path: () => ({ slug: "painter" }),
    expect: () => served
  },
  general,
  ids,
  // Before there is a catalogue.
  asking({ expect: () => notFound }, rateLimit),
  models
)

import { about, asking } from "../about.js"
import { notFound, ok } from "../answers.js"
import { general } from "../families/general.js"
import { ids, UNKNOWN } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { asOther, asPlain, get, json } from "../requests.js"
import type { Family } from "../Subject.js"
import { imageEndpoint, imageModel } from "./imageEndpoint.js"

const path = "/images/models/acme/painter/endpoints"
const setup = ["image-model"] as const
const served = ok({ id: "acme/painter", endpoints: [imageEndpoint] })
/** The author of a model, in a path. */
const author = {
  own: "acme",
  theirs: "{OTHER_WORKSPACE_SLUG}",
  unknownId: "no-such-author",
  more: ["ACME", "acme%2Fpainter"]
}

const elsewhere = { ...imageModel, id: `${author.theirs}/painter` }
const theirPath = path.replace(author.own, author.theirs)

const models: Family = ({ named, refuses, sends }) => [
  sends("an ordinary key reads them", get(path, asPlain), served, { basis: "spec", setup }),
  sends(
    "another organization's model",
    get(theirPath),
    { ...notFound, sameAs: named(UNKNOWN) },
    {
      basis: "derived",
      before: [
        {
          request: {
            method: "PUT",
            path: "/images/models",
            headers: { ...asOther, ...json },
            body: JSON.stringify({ models: [elsewhere] })
          },
          expect: { status: 200 }
        }
      ],
      follow: [{ request: get(theirPath, asOther), expect: ok({ id: elsewhere.id, endpoints: [imageEndpoint] }) }]
    }
  ),
  ...["Painter", "painter%20", "painter%2F", "paint", "%2e%2e", "models"].map((slug) =>
    refuses(`slug: ${slug}`, { path: path.replace("painter", slug) }, notFound, { setup })
  )
]

export const listImageModelEndpoints = about(
  "listImageModelEndpoints",
  { ids: author, path: { slug: "painter" }, success: { expect: served, setup } },
  general,
  ids,
  // Before there is a catalogue.
  asking({ expect: notFound }, rateLimit),
  models
)

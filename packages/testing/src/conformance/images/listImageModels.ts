import { about } from "../about.js"
import { notFound, ok } from "../answers.js"
import { each } from "../each.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { asOther } from "../requests.js"
import type { Family } from "../Subject.js"

const list = ok({ data: { $each: { $shape: "ImageModel" }, $order: ["id"] } })

const catalogue: Family = ({ asks, refuses }) => [
  asks("the other organization's management key", { headers: asOther }, list, { basis: "derived" }),
  ...each(
    {
      singular: "/images/model",
      "in capitals": "/images/MODELS",
      "without the last part": "/images",
      "with an encoded slash": "/images%2Fmodels",
      "with an extension": "/images/models.json"
    },
    (name, path) => refuses(`path: ${name}`, { path }, notFound, { basis: "derived" })
  )
]

export const listImageModels = about("listImageModels", { success: { expect: list } }, general, rateLimit, catalogue)

import { ImageModelId, type ParameterDescriptor } from "@tollgate/core"
import { ImageModelCatalog } from "@tollgate/core/storage"
import { anImageModel } from "../../images.js"
import { type Command, callsOf } from "./Command.js"
import type { Picks } from "./picks.js"

const call = callsOf(ImageModelCatalog)

const descriptors: ReadonlyArray<ParameterDescriptor> = [
  { type: "enum", values: ["low", "high"] },
  { type: "range", min: -0.5, max: 50 },
  { type: "boolean" }
]

export const images = ({ asker, asking, draw }: Picks): ReadonlyArray<Command> => {
  const models = () =>
    Array.from({ length: draw.second }, (_, n) =>
      anImageModel({
        id: `acme/${(n * 7) % 5}-${n}`,
        supported_parameters: { [`p${n}`]: descriptors[n % 3] ?? { type: "boolean" } }
      })
    )
  const given = draw.second === 0 ? "none" : String(draw.second)
  return [
    call("replace", `replacing the image models of ${asking} by ${given}`, (_) => _.replace(asker, models())),
    call("list", `listing the image models of ${asking}`, (_) => _.list(asker)),
    call("find", `finding an image model of ${asking}`, (_) => _.find(asker, ImageModelId.make("acme/0-0")))
  ]
}

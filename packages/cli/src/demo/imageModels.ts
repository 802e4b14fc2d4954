import type { NewImageModels } from "@tollgate/core"

type Model = (typeof NewImageModels.Encoded)["models"][number]

const sizes = { type: "enum", values: ["1024x1024", "1024x1536", "1536x1024"] } as const
const quality = { type: "enum", values: ["low", "medium", "high"] } as const
const ratios = { type: "enum", values: ["1:1", "3:4", "4:3", "9:16", "16:9"] } as const

const model = (
  id: string,
  name: string,
  description: string,
  created: number,
  supported_parameters: Model["supported_parameters"],
  options: { readonly edits?: boolean; readonly streams?: boolean } = {}
): Model => ({
  id,
  name,
  description,
  created,
  architecture: { input_modalities: options.edits ? ["text", "image"] : ["text"], output_modalities: ["image"] },
  supported_parameters,
  supports_streaming: options.streams ?? false
})

/** A dozen image models of an invented catalogue. */
export const imageModels: ReadonlyArray<Model> = [
  model("atelier/canvas-1", "Canvas 1", "General pictures from text.", 1_735_689_600, { size: sizes }),
  model(
    "atelier/canvas-2",
    "Canvas 2",
    "Sharper text in pictures.",
    1_751_328_000,
    { size: sizes, quality },
    { edits: true, streams: true }
  ),
  model(
    "atelier/canvas-2-mini",
    "Canvas 2 mini",
    "Canvas 2 for drafts.",
    1_751_328_000,
    { size: sizes },
    { streams: true }
  ),
  model("brightfield/photon", "Photon", "Photographs with natural light.", 1_738_368_000, { aspect_ratio: ratios }),
  model("brightfield/photon-flash", "Photon Flash", "Photographs in under two seconds.", 1_743_465_600, {
    aspect_ratio: ratios
  }),
  model("cedar/sketch", "Sketch", "Line drawings and storyboards.", 1_740_787_200, { aspect_ratio: ratios }),
  model(
    "cedar/sketch-pro",
    "Sketch Pro",
    "Line drawings that follow a reference.",
    1_756_684_800,
    { aspect_ratio: ratios },
    { edits: true }
  ),
  model("delta/poster", "Poster", "Layouts with long passages of text.", 1_746_057_600, { size: sizes, quality }),
  model(
    "ember/render-3",
    "Render 3",
    "Product pictures on plain ground.",
    1_748_736_000,
    { size: sizes, background: { type: "enum", values: ["opaque", "transparent"] } },
    { edits: true }
  ),
  model("fjord/landscape", "Landscape", "Wide scenes and backdrops.", 1_754_006_400, {
    aspect_ratio: { type: "enum", values: ["16:9", "21:9"] }
  }),
  model("grove/icons", "Icons", "Flat icons on transparent ground.", 1_759_276_800, {
    style: { type: "enum", values: ["line", "solid", "duotone"] }
  }),
  model(
    "harbor/edit-1",
    "Edit 1",
    "Changes a picture by instruction.",
    1_761_955_200,
    { quality },
    { edits: true, streams: true }
  )
]

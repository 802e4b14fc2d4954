import { NewImageModel, NewImageModels } from "@tollgate/core"
import * as Arbitrary from "effect/Arbitrary"
import * as Schema from "effect/Schema"

/** Input of `replaceImageModels` for one model. */
export const anImageModel = (input: Partial<typeof NewImageModel.Encoded> = {}): NewImageModel =>
  Schema.decodeSync(NewImageModel)({
    id: "acme/painter",
    name: "Painter",
    description: "Paints from a prompt",
    created: 1_772_625_600,
    architecture: { input_modalities: ["text"], output_modalities: ["image"] },
    supported_parameters: { quality: { type: "enum", values: ["low", "high"] } },
    supports_streaming: false,
    ...input
  })

/** Input of `replaceImageModels`: `aCatalog(anImageModel())`. */
export const aCatalog = (...models: ReadonlyArray<NewImageModel>): NewImageModels => ({ models })

/** Arbitrary valid `NewImageModel` inputs, for property tests. */
export const anyImageModel = Arbitrary.make(NewImageModel)
/** Arbitrary valid `NewImageModels` inputs, for property tests. */
export const anyCatalog = Arbitrary.make(NewImageModels)

import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { MemoryState } from "../memory/MemoryState.js"
import type { CatalogEntry } from "./ImageModel.js"
import { ImageModelCatalog } from "./ImageModelCatalog.js"

const byId = Order.mapInput(Order.string, (model: CatalogEntry): string => model.id)

export const layer = Layer.effect(
  ImageModelCatalog,
  Effect.map(MemoryState, (state) =>
    ImageModelCatalog.of({
      replace: (organizationId, models) =>
        state.modify((all) => [
          undefined,
          { ...all, imageModels: HashMap.set(all.imageModels, organizationId, [...models].sort(byId)) }
        ]),
      list: (organizationId) =>
        Effect.map(state.get, (all) =>
          Option.getOrElse(HashMap.get(all.imageModels, organizationId), (): ReadonlyArray<CatalogEntry> => [])
        )
    })
  )
)

import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import { missing } from "../memory/constraints.js"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import { organizationOf } from "../organizations/OrganizationStoreMemory.js"
import { contextOf } from "../ports/contextOf.js"
import type { OrganizationId } from "../values/Id.js"
import type { NewImageModel } from "./ImageModel.js"
import { ImageModelCatalog } from "./ImageModelCatalog.js"

const slice = new Slice("image models", HashMap.empty<OrganizationId, ReadonlyArray<NewImageModel>>())

export const make = contextOf(
  ImageModelCatalog,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return ImageModelCatalog.of({
      replace: (organizationId, models) =>
        modify(
          (all, state) =>
            missing(state, organizationOf(state, organizationId)) ?? [
              undefined,
              HashMap.set(all, organizationId, models)
            ]
        ),
      list: (organizationId) => read((all) => Option.getOrElse(HashMap.get(all, organizationId), () => [])),
      find: (organizationId, id) =>
        read((all) =>
          Option.flatMap(
            HashMap.get(all, organizationId),
            Arr.findFirst((model) => model.id === id)
          )
        )
    })
  })
)

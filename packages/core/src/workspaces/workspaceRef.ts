import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { anyCase, WorkspaceId } from "../Id.js"
import { named } from "../named.js"
import { WorkspaceNotFound, WorkspaceSlug } from "./Workspace.js"
import type { WorkspaceRef } from "./WorkspaceStore.js"

const readId = named(anyCase(WorkspaceId))
const readSlug = named(WorkspaceSlug)

/** Reads a UUID or a slug; what is neither names no workspace. */
export const workspaceRef = (text: string): Effect.Effect<WorkspaceRef, WorkspaceNotFound> =>
  Option.map(readId(text), (id): WorkspaceRef => ({ id })).pipe(
    Option.orElse(() => Option.map(readSlug(text), (slug): WorkspaceRef => ({ slug }))),
    Effect.mapError(() => new WorkspaceNotFound())
  )

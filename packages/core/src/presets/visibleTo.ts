import { isManaging, type Principal } from "../access/Caller.js"
import type { Preset } from "./Preset.js"

/** Whether a caller can read a preset: a management key reads those of its organization, an ordinary key those of its workspace. */
export const visibleTo =
  (caller: Principal) =>
  (preset: Pick<Preset, "workspace_id">): boolean =>
    isManaging(caller) || preset.workspace_id === caller.workspaceId

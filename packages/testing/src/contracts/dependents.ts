import type {
  ByokStore,
  GuardrailStore,
  KeyStore,
  PresetStore,
  StorageFailure,
  WorkspaceStore
} from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { aByokRecord } from "../byok.js"
import { aGuardrailRecord, assignments } from "../guardrails.js"
import { aKeyRecord } from "../keys.js"
import type { Home } from "../organizations.js"
import { aPresetRecord } from "../presets.js"
import { aWorkspaceMemberRecord } from "../workspaces.js"

/** The ports, and an organization in them. */
interface Opened {
  readonly home: Home
  readonly byok: Context.Tag.Service<ByokStore>
  readonly guardrails: Context.Tag.Service<GuardrailStore>
  readonly keys: Context.Tag.Service<KeyStore>
  readonly presets: Context.Tag.Service<PresetStore>
  readonly workspaces: Context.Tag.Service<WorkspaceStore>
}

type Write = Effect.Effect<unknown, StorageFailure>

/** The owner joins the default workspace. */
const joined = ({ home, workspaces }: Opened) =>
  Effect.map(aWorkspaceMemberRecord({ ...home, id: home.workspace_id }, home.owner), (member) =>
    workspaces.addMembers([member])
  )

/** Records that a workspace cannot be deleted without. */
export const dependents: Readonly<Record<string, (stores: Opened) => Effect.Effect<Write, StorageFailure>>> = {
  "its keys": ({ home, keys }) => Effect.map(aKeyRecord(home), keys.insert),
  "its provider credentials": ({ byok, home }) => Effect.map(aByokRecord(home), byok.insert),
  "its guardrails": ({ guardrails, home }) => Effect.map(aGuardrailRecord(home), guardrails.insert),
  "its presets": ({ home, presets }) => Effect.map(aPresetRecord(home), presets.insert)
}

/** Records that a member of an organization cannot be deleted without. */
export const memberships: Readonly<Record<string, (stores: Opened) => Effect.Effect<Write, StorageFailure>>> = {
  "membership of a workspace": joined,
  "assignment to a guardrail": ({ guardrails, home }) =>
    Effect.map(aGuardrailRecord(home), (record) =>
      Effect.zipRight(guardrails.insert(record), guardrails.assign(assignments(record, home.owner)))
    )
}

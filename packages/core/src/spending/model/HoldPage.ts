import * as Schema from "effect/Schema"
import { expected } from "../../schema/expected.js"
import { optional, strict } from "../../schema/fields.js"
import { text } from "../../schema/text.js"
import { WorkspaceIdInput } from "../../values/Id.js"
import { KeyHash } from "../../values/KeyHash.js"
import { pageFields, pageQueryFields } from "../../values/Page.js"
import { queryParam, workspaceParam } from "../../values/queryParams.js"
import { HoldFlag, HoldState } from "./Hold.js"

const states = HoldState.literals.join(", ")
const flags = HoldFlag.literals.join(", ")

/** Page of a list of holds, of all or of those with these values. */
export const HoldPage = Schema.Struct({
  ...pageFields(50),
  state: optional(HoldState.pipe(expected(`one of ${states}`))),
  flag: optional(HoldFlag.pipe(expected(`one of ${flags}`))),
  key_hash: optional(KeyHash),
  workspace_id: optional(WorkspaceIdInput),
  instance: optional(text(64))
}).annotations({ description: "Which holds to list, and which part of the list to return.", ...strict })
export interface HoldPage extends Schema.Schema.Type<typeof HoldPage> {}

/** `HoldPage` as URL query parameters. */
export const HoldQuery = Schema.Struct({
  ...pageQueryFields(50),
  state: queryParam(HoldState, `one of ${states}`, "Only holds in this state."),
  flag: queryParam(HoldFlag, `one of ${flags}`, "Only holds with this flag."),
  key_hash: queryParam(
    KeyHash,
    "one hash of 64 lowercase hexadecimal digits",
    "Only holds of the API key with this hash."
  ),
  workspace_id: workspaceParam,
  instance: queryParam(text(64), "one text of 1 to 64 characters", "Only holds that this process created.")
})

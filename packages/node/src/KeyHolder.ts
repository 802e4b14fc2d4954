import type { CurrentApiKey } from "@tollgate/client"
import type * as Core from "@tollgate/core"
import type { Schema } from "effect/Schema"

/** Who presents a key: of which organization, workspace and user, and the `key` as it stands now. */
export interface KeyHolder extends Schema.Encoded<typeof Core.KeyHolder> {
  readonly key: CurrentApiKey
}

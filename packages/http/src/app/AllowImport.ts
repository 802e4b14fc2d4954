import * as Context from "effect/Context"

/** Whether a server imports keys (`POST /keys/import`). Otherwise the path is unknown. @default false */
export class AllowImport extends Context.Reference<AllowImport>()("@tollgate/http/AllowImport", {
  defaultValue: () => false
}) {}

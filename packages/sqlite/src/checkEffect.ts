import { needsEffect3 } from "@tollgate/core/needsEffect3"
import { getCurrentVersion } from "effect/ModuleVersion"

needsEffect3("@tollgate/sqlite", getCurrentVersion())

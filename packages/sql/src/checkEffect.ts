import { assertEffectVersion } from "@tollgate/core/assertEffectVersion"
import { getCurrentVersion } from "effect/ModuleVersion"

assertEffectVersion("@tollgate/sql", getCurrentVersion())

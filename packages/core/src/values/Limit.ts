import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { UsdLimit } from "./Usd.js"
import { WindowKind } from "./Window.js"

/** Spending limit in a request: 0 to 1,000,000,000 USD. `null` means unlimited. */
export const LimitInput = Schema.NullOr(UsdLimit).pipe(expected("a number between 0 and 1000000000, or null"))

/** Interval at which a limit resets, at midnight UTC. `null` means that it never resets. */
export const LimitResetInput = Schema.NullOr(WindowKind).pipe(expected("daily, weekly or monthly, or null"))

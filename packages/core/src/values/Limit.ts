import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { UsdLimit } from "./Usd.js"
import { WindowKind } from "./Window.js"

/** A limit somebody sets, in US dollars, where `null` means none. */
export const LimitInput = Schema.NullOr(UsdLimit).pipe(expected("a number between 0 and 1000000000, or null"))

/** When a limit's counter starts again, where `null` means never. */
export const LimitResetInput = Schema.NullOr(WindowKind).pipe(expected("daily, weekly or monthly, or null"))

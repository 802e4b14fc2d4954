import * as Schema from "effect/Schema"
import { expected } from "./expected.js"

/** A boolean that somebody states. */
export const flag = Schema.Boolean.pipe(expected("true or false"))

// Decoding and encoding by compiled schemas, and what schemas of input are made of, for this repository's own packages.
import "./runtime/assertEffectVersion.js"

/** @internal */
export { decode, encode } from "./schema/Codec.js"
/** @internal */
export { expected } from "./schema/expected.js"
/** @internal */
export { optional, strict } from "./schema/fields.js"

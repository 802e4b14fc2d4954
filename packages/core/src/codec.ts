// Decoding and encoding by compiled schemas, for this repository's own packages.
import "./runtime/assertEffectVersion.js"

/** @internal */
export { decode, encode } from "./schema/Codec.js"

/**
 * Sentinel result: the value is not valid, so fall back to effect/Schema, which reports the issues. The same for all copies of this
 * package, because a schema of one brings its coder to another.
 */
export const FALL_BACK: unique symbol = Symbol.for("@tollgate/core/FALL_BACK")

/** Decodes or encodes a value, or returns `FALL_BACK`. */
export type Coder = (value: unknown) => unknown

/** Whether a coder decodes or encodes. */
export type Direction = "decode" | "encode"

/**
 * Annotation with a schema's own coders, by direction. Each must return what the schema returns. For the few schemas that most fields of
 * answers have.
 */
export const OwnCoder: unique symbol = Symbol.for("@tollgate/core/OwnCoder")
